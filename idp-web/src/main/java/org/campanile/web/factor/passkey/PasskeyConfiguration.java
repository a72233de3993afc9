package org.campanile.web.factor.passkey;

import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

import org.campanile.web.endpoint.RootRewriteValve;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.EntryAttributes;
import org.campanile.attribute.UserReader;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.factor.Enrolments;
import org.campanile.factor.passkey.PasskeyMethod;
import org.campanile.protocol.Endpoint;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.factor.FactorsProperties;
import org.campanile.web.page.BrandingProperties;
import org.campanile.web.store.SessionProperties;

/** Makes passkeys: the method, its pages and the addresses that browsers look at. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PasskeyProperties.class)
class PasskeyConfiguration {

	/** The beans that exist only if passkeys are on. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(FactorsProperties.ENABLED)
	@ConditionalOnBooleanProperty(name = PasskeyProperties.ENABLED, matchIfMissing = true)
	@Import({ PasskeyEnrolmentPage.class, PasskeyPage.class })
	static class On {

		@Bean
		@Order(1)
		PasskeyMethod passkeyMethod(PasskeyProperties properties, IdentityProvider identityProvider,
				BrandingProperties branding, HomeFolder home, SessionProperties session, Enrolments enrolments,
				UserReader users, LoginThrottle throttle, InstantSource clock, SecureRandom random) {
			String name = Objects.requireNonNullElse(branding.name(), URI.create(identityProvider.baseUrl()).getHost());
			return new PasskeyMethod(properties.settings(identityProvider, name, home, session.loginTimeout()),
					enrolments, users, properties.accountRules(), throttle, clock, random);
		}

		/** Returns the attributes without which a locked account could begin a login. */
		@Bean
		EntryAttributes passkeyAccountAttributes(PasskeyProperties properties) {
			return new EntryAttributes(properties.firstFactor() ? properties.accountRules().attributes() : Set.of());
		}

		@Bean
		Endpoints.Source relatedOriginsEndpoint() {
			return () -> Set.of(new Endpoint(RelatedOriginsController.PATH, Endpoint.Kind.OTHER, false));
		}

		/** Browsers ask at the root of the host, which is outside this application. */
		@Bean
		WebServerFactoryCustomizer<TomcatServletWebServerFactory> relatedOriginsAtRoot(
				IdentityProvider identityProvider) {
			String context = identityProvider.contextPath();
			return factory -> {
				if (!context.isEmpty()) {
					factory.addEngineValves(new RootRewriteValve(
							"RewriteRule ^/\\.well-known/webauthn$ " + context + RelatedOriginsController.PATH + "\n"));
				}
			};
		}

	}

}
