package org.campanile.web.config;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.release.PairwiseIds;
import org.campanile.release.ReleasePolicy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The release policy, and what else is configured anew while the server runs. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ ReleaseProperties.class, ServicesProperties.class, BrandingProperties.class })
class ReleaseConfiguration {

	@Bean
	LiveConfiguration liveConfiguration(HomeFolder home, IdentityProvider identityProvider,
			AttributeSettings attributes, SamlAttributeNames names, PairwiseIds pairwiseIds, ReleaseProperties release,
			ServicesProperties services, BrandingProperties branding) {
		return new LiveConfiguration(
				new LiveConfiguration.Fixed(home, identityProvider,
						DefaultAttributeResolver.attributeIds(attributes, names), names, pairwiseIds),
				release, services, branding);
	}

	@Bean
	ReleasePolicy releasePolicy(LiveConfiguration live) {
		return (attributes, service,
				requested) -> live.current().releasePolicy().release(attributes, service, requested);
	}

}
