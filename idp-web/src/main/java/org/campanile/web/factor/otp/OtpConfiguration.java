package org.campanile.web.factor.otp;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import org.campanile.factor.Enrolments;
import org.campanile.factor.otp.HotpMethod;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.web.factor.code.CodePage;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.ServiceViews;
import org.campanile.web.store.SessionProperties;

/** Codes of apps and tokens, and their pages. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ TotpProperties.class, HotpProperties.class })
class OtpConfiguration {

	/** Codes that change with time; asked for first where a user has both. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
	@ConditionalOnBooleanProperty(name = TotpProperties.PREFIX + ".enabled", matchIfMissing = true)
	static class Totp {

		@Bean
		@Order(2)
		TotpMethod totpMethod(TotpProperties properties, Enrolments enrolments, InstantSource clock,
				SecureRandom random) {
			return new TotpMethod(properties.settings(), enrolments, clock, random);
		}

		@Bean
		CodePage totpPage(Pages pages, ServiceViews services) {
			return new CodePage(TotpMethod.KIND, CodePage.Keyboard.DIGITS, (form, texts) -> null, pages, services);
		}

		@Bean
		OtpEnrolmentPage totpEnrolmentPage(Pages pages) {
			return new OtpEnrolmentPage(TotpMethod.KIND, pages);
		}

	}

	/** Codes that follow each other. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty({ FactorsProperties.ENABLED, HotpProperties.PREFIX + ".enabled" })
	static class Hotp {

		/** Longer than the account page accepts the form of an enrolment. */
		private static final Duration ACCOUNT_FORM = Duration.ofHours(1);

		@Bean
		@Order(3)
		HotpMethod hotpMethod(HotpProperties properties, SessionProperties session, Enrolments enrolments,
				InstantSource clock, SecureRandom random) {
			Duration formLifetime = session.loginTimeout().plus(ACCOUNT_FORM);
			return new HotpMethod(properties.settings(), formLifetime, enrolments, clock, random);
		}

		@Bean
		CodePage hotpPage(Pages pages, ServiceViews services) {
			return new CodePage(HotpMethod.KIND, CodePage.Keyboard.DIGITS, (form, texts) -> null, pages, services);
		}

		@Bean
		OtpEnrolmentPage hotpEnrolmentPage(Pages pages) {
			return new OtpEnrolmentPage(HotpMethod.KIND, pages);
		}

	}

}
