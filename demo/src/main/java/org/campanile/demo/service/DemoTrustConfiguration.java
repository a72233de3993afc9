package org.campanile.demo.service;

import org.campanile.saml.metadata.BuiltInMetadata;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes the server and the demo's services known to each other, by the metadata of each.
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
