package org.campanile.web.account;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Enrollable;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.protocol.Endpoint;
import org.campanile.record.Records;
import org.campanile.web.authn.FactorProperties;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.home.OwnPages;
import org.campanile.web.sso.EnrolmentPage;

/** Configures the account page, and the recording of its data. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccountProperties.class)
@ConditionalOnBooleanProperty(name = AccountProperties.ENABLED, matchIfMissing = true)
@Import({ AccountAccess.class, AccountNotes.class, AccountOverview.class, EnrolmentForms.class, OwnSessions.class,
		RequestOrigins.class })
class AccountConfiguration {

	@Bean
	Endpoints.Source accountEndpoints() {
		return () -> Set.of(new Endpoint(AccountController.PATH, Endpoint.Kind.SIGN_ON, false),
				new Endpoint(AccountController.PASSWORD, Endpoint.Kind.SIGN_ON, false),
				new Endpoint(AccountChangeController.PATH, Endpoint.Kind.SIGN_ON, false));
	}

	@Bean
	OwnPages.Page accountPage() {
		return AccountController.PAGE;
	}

	@Bean
	OwnPages.Page accountChangePage() {
		return AccountChangeController.PAGE;
	}

	@Bean
	AccountFactors accountFactors(ObjectProvider<Enrolments> enrolments, ObjectProvider<Bypasses> bypasses,
			ObjectProvider<TrustedDevices> devices, ObjectProvider<ExternalMethod> external,
			ObjectProvider<Enrollable> methods, ObjectProvider<EnrolmentPage> pages) {
		return new AccountFactors(enrolments, bypasses, devices, external, methods.orderedStream().toList(),
				pages.orderedStream().toList());
	}

	@Bean
	Freshness freshness(List<AuthenticationMethod> methods, FactorProperties factors, AccountProperties properties,
			InstantSource clock) {
		return new Freshness(methods, factors.authnContexts(), properties.checkedFreshness(), clock);
	}

	@Bean
	@ConditionalOnExpression("${campanile.account.history:0} > 0")
	SignInHistory signInHistory(Records records, RequestOrigins origins, AccountProperties properties,
			InstantSource clock) {
		return new SignInHistory(records, origins, properties.checkedHistory(), clock);
	}

}
