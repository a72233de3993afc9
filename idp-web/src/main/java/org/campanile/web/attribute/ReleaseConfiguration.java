package org.campanile.web.attribute;

import java.util.List;
import java.util.Set;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.attribute.AttributeSettings;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.PairwiseIds;
import org.campanile.release.ReleasePolicy;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;

/** The release policy. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReleaseProperties.class)
public class ReleaseConfiguration {

	@Bean
	LiveSetting<ReleaseProperties, DefaultReleasePolicy> liveReleasePolicy(AttributeSettings settings,
			AttributesProperties attributes, PairwiseIds pairwiseIds, ReleaseProperties release) {
		Set<String> attributeIds = attributes.attributeIds(settings);
		return LiveSetting.of("campanile.release", List.of("campanile.release.rules"), release, ReleaseProperties.class,
				DefaultReleasePolicy.class,
				properties -> new DefaultReleasePolicy(properties.releaseRules(attributeIds), pairwiseIds));
	}

	@Bean
	ReleasePolicy releasePolicy(LiveConfiguration live) {
		return (attributes, service,
				requested) -> live.current().get(DefaultReleasePolicy.class).release(attributes, service, requested);
	}

}
