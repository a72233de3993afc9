package org.campanile.web.access;

import java.time.InstantSource;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessRules;
import org.campanile.access.RuleBasedAccessPolicy;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;

/** The access rules. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccessProperties.class)
public class AccessConfiguration {

	@Bean
	LiveSetting<AccessProperties, RuleBasedAccessPolicy> liveAccessPolicy(AccessProperties access,
			ObjectProvider<RuleBasedAccessPolicy.OwnRules> own, InstantSource clock) {
		return LiveSetting.of("campanile.access", List.of("campanile.access.rules"), access, AccessProperties.class,
				RuleBasedAccessPolicy.class,
				properties -> new RuleBasedAccessPolicy(ownRules(own), properties.accessRules(),
						properties.closedProtocols(), clock));
	}

	/** Asked for when they are needed: they may depend on the configuration themselves. */
	private static List<RuleBasedAccessPolicy.OwnRules> ownRules(ObjectProvider<RuleBasedAccessPolicy.OwnRules> own) {
		return List.of(service -> own.orderedStream()
			.map(source -> source.of(service))
			.filter(rules -> rules.size() > 0)
			.findFirst()
			.orElse(AccessRules.NONE));
	}

	@Bean
	AccessPolicy accessPolicy(LiveConfiguration live) {
		return (target, subject) -> live.current().get(RuleBasedAccessPolicy.class).decide(target, subject);
	}

}
