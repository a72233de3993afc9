package org.campanile.web.config;

import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.PairwiseIds;
import org.campanile.release.ReleasePolicy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The release policy, wired. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReleaseProperties.class)
class ReleaseConfiguration {

	@Bean
	ReleasePolicy releasePolicy(ReleaseProperties properties, AttributeSettings attributes, SamlAttributeNames names,
			PairwiseIds pairwiseIds) {
		return new DefaultReleasePolicy(
				properties.releaseRules(DefaultAttributeResolver.attributeIds(attributes, names)), names, pairwiseIds);
	}

}
