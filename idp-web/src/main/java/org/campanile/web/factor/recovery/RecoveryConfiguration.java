package org.campanile.web.factor.recovery;

import java.security.SecureRandom;
import java.time.InstantSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

import org.campanile.factor.Enrolments;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.web.factor.code.CodePage;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.notice.Notice;
import org.campanile.web.notice.Notices;
import org.campanile.web.page.Pages;
import org.campanile.web.sso.ServiceViews;

/** Recovery codes and their pages. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RecoveryCodeProperties.class)
class RecoveryConfiguration {

	/** The beans that exist if recovery codes are on. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
	@ConditionalOnBooleanProperty(name = RecoveryCodeProperties.PREFIX + ".enabled", matchIfMissing = true)
	@Import({ FewCodesInterrupt.class, RecoveryEnrolmentPage.class })
	static class Enabled {

		@Bean
		@Order(5)
		RecoveryCodeMethod recoveryCodeMethod(Enrolments enrolments, InstantSource clock, SecureRandom random,
				ObjectProvider<Notices> notices) {
			return new RecoveryCodeMethod(enrolments, clock, random,
					user -> notices.ifAvailable(mail -> mail.send(Notice.Event.RECOVERY_CODES_USED_UP, user)));
		}

		@Bean
		CodePage recoveryCodePage(Pages pages, ServiceViews services) {
			return new CodePage(RecoveryCodeMethod.KIND, CodePage.Keyboard.LETTERS,
					(form, texts) -> texts.count("factor-code.left", RecoveryCodeMethod.leftAt(form.challenge())),
					pages, services);
		}

	}

}
