package org.campanile.web.demo;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;

import org.campanile.IdentityProvider;
import org.campanile.saml.serviceprovider.ServiceProvider;
import org.campanile.saml.serviceprovider.ServiceProviderKeys;
import org.campanile.saml.serviceprovider.ServiceProviderSettings;
import org.campanile.web.config.DemoProperties;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The demo's beans. Their keys live in memory and change with each start, as does the
 * metadata that announces them.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DemoProperties.class)
@ConditionalOnBooleanProperty("campanile.demo.enabled")
class DemoConfiguration {

	@Bean
	DemoServices demoServices(IdentityProvider identityProvider, InstantSource clock, SecureRandom random) {
		return new DemoServices(service(identityProvider, DemoServices.FIRST_PATH, "Demo service",
				Map.of("en", "Demo service", "de", "Demo-Dienst", "fr", "Service de démonstration"), clock, random),
				service(identityProvider, DemoServices.SECOND_PATH, "Second demo service", Map.of("en",
						"Second demo service", "de", "Zweiter Demo-Dienst", "fr", "Second service de démonstration"),
						clock, random));
	}

	@Bean
	DemoPages demoPages(DemoServices services, IdentityProvider identityProvider) {
		return new DemoPages(services, identityProvider);
	}

	@Bean
	DemoController demoController(DemoServices services, DemoPages pages, TrustSource trust) {
		return new DemoController(services, pages, trust);
	}

	private static DemoService service(IdentityProvider identityProvider, String path, String name,
			Map<String, String> names, InstantSource clock, SecureRandom random) {
		String entityId = identityProvider.baseUrl() + path;
		ServiceProvider provider = new ServiceProvider(ServiceProviderSettings.of(entityId, entityId + "/acs", names),
				ServiceProviderKeys.generate(name, clock, random), clock, random);
		return DemoService.of(path, name, provider, clock);
	}

}
