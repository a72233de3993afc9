package org.campanile.demo.service;

import org.campanile.saml.metadata.BuiltInMetadata;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Exchanges metadata between the server and the demo's services.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("campanile.demo.enabled")
class DemoTrustConfiguration {

	@Bean
	BuiltInMetadata firstDemoMetadata(DemoServices services) {
		return services.metadata().getFirst();
	}

	@Bean
	BuiltInMetadata secondDemoMetadata(DemoServices services) {
		return services.metadata().getLast();
	}

	@Bean
	TrustSource trustSource(IdpMetadata metadata) {
		TrustedIdentityProvider identityProvider = TrustedIdentityProvider.of(metadata.xml());
		return () -> identityProvider;
	}

}
