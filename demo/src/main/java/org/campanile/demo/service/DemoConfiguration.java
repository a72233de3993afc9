package org.campanile.demo.service;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Endpoint;
import org.campanile.saml.Saml;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.testkit.directory.DemoPerson;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.web.endpoint.Endpoints;

/**
 * The demo's beans. The keys of its services are in the home folder's credentials.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DemoConfiguration.DemoProperties.class)
@ConditionalOnBooleanProperty("campanile.demo.enabled")
class DemoConfiguration {

	/**
	 * The demo's services.
	 *
	 * @param enabled whether two demo services are served below {@code /demo} and known
	 * to this server; they show every user who signs in what a service receives, so leave
	 * them off in production
	 */
	@ConfigurationProperties("campanile.demo")
	record DemoProperties(@DefaultValue("false") boolean enabled) {
	}

	/**
	 * The endpoints of the demo's services. As separate services they accept forms from
	 * the identity provider, so none of them needs the server's CSRF token.
	 */
	static final class DemoEndpoints implements Endpoints.Source {

		@Override
		public Set<Endpoint> endpoints() {
			Stream<String> paths = Stream.of(DemoServices.FIRST_PATH, DemoServices.SECOND_PATH)
				.flatMap(service -> Stream.of("", "/sign-in", "/acs", "/metadata", "/sign-out", "/slo")
					.map(service::concat));
			return Stream.concat(paths, Stream.of(DemoServices.SECOND_PATH + "/slo/soap"))
				.map(path -> new Endpoint(path, Endpoint.Kind.OTHER, true))
				.collect(Collectors.toUnmodifiableSet());
		}

	}

	@Bean
	DemoServices demoServices(IdentityProvider identityProvider, HomeFolder home, OneTimeStore store,
			CryptoProvider crypto, InstantSource clock, SecureRandom random) {
		DemoKeys keys = new DemoKeys(crypto, clock, random);
		ServiceProviderKeys first = keys.at(home.credentials().resolve("demo-service.p12"), "Demo service");
		ServiceProviderKeys second = keys.at(home.credentials().resolve("demo-service-2.p12"), "Second demo service");
		return new DemoServices(
				service(identityProvider, DemoServices.FIRST_PATH, "Demo service",
						Map.of("en", "Demo service", "de", "Demo-Dienst", "fr", "Service de démonstration"), first,
						store, clock, random),
				service(identityProvider, DemoServices.SECOND_PATH, "Second demo service", Map.of("en",
						"Second demo service", "de", "Zweiter Demo-Dienst", "fr", "Second service de démonstration"),
						second, store, clock, random));
	}

	@Bean
	DemoPages demoPages(DemoServices services, IdentityProvider identityProvider, ObjectProvider<DemoPeople> people,
			@Value("${campanile.factors.enabled:false}") boolean factors) {
		return new DemoPages(services, identityProvider, people.getIfAvailable() == null ? List.of() : DemoPerson.all(),
				factors);
	}

	/**
	 * Provides users for the login page; with a custom directory there are other users.
	 */
	@Bean
	@ConditionalOnBooleanProperty("campanile.ldap.embedded.enabled")
	@ConditionalOnProperty(name = "campanile.ldap.embedded.ldif", matchIfMissing = true, havingValue = "")
	DemoPeople demoPeople() {
		return new DemoPeople();
	}

	@Bean
	DemoEndpoints demoEndpoints() {
		return new DemoEndpoints();
	}

	@Bean
	DemoSessions demoSessions(OneTimeStore store, IdentityProvider identityProvider, InstantSource clock) {
		return new DemoSessions(store, identityProvider, clock);
	}

	@Bean
	DemoController demoController(DemoServices services, DemoPages pages, TrustSource trust, DemoSessions sessions) {
		return new DemoController(services, pages, trust, sessions);
	}

	@Bean
	DemoLogoutController demoLogoutController(DemoServices services, DemoSessions sessions, DemoPages pages,
			TrustSource trust) {
		return new DemoLogoutController(services, sessions, pages, trust);
	}

	private static DemoService service(IdentityProvider identityProvider, String path, String name,
			Map<String, String> names, ServiceProviderKeys keys, OneTimeStore store, InstantSource clock,
			SecureRandom random) {
		String entityId = identityProvider.baseUrl() + path;
		ServiceProvider provider = new ServiceProvider(ServiceProviderSettings.of(entityId, entityId + "/acs", names)
			.withSingleLogoutServices(logout(path, entityId + "/slo")), keys, clock, random);
		return DemoService.of(path, name, provider, store, clock);
	}

	/** The second service also supports the back channel. */
	private static List<SingleLogoutService> logout(String path, String url) {
		List<SingleLogoutService> endpoints = new ArrayList<>(
				List.of(new SingleLogoutService(Saml.BINDING_REDIRECT, url, url),
						new SingleLogoutService(Saml.BINDING_POST, url, url)));
		if (path.equals(DemoServices.SECOND_PATH)) {
			endpoints.add(new SingleLogoutService(Saml.BINDING_SOAP, url + "/soap", url + "/soap"));
		}
		return endpoints;
	}

}
