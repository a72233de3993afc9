package org.campanile.web.store;

import java.security.SecureRandom;
import java.time.InstantSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.seal.Sealer;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions;

/** Sessions. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SessionProperties.class)
class SessionConfiguration {

	@Bean
	SessionPolicy sessionPolicy(SessionProperties properties) {
		return properties.policy();
	}

	@Bean
	Sessions sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock,
			SecureRandom random) {
		return new Sessions(store, sealer, policy, clock, random);
	}

}
