package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.IdentityProvider;
import org.campanile.directory.Directory;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.seal.LiveKeyRing;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** What the server tells of itself: summary, health, expiry. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class StatusConfiguration {

	@Bean
	StartupSummary startupSummary(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			RelyingPartyRegistry services, LdapProperties ldap, StorageProperties storage, LiveKeyRing keyRing,
			InstantSource clock) {
		return new StartupSummary(identityProvider, credentials, crypto, services, ldap, storage, keyRing, clock);
	}

	@Bean
	CertificateExpiry certificateExpiry(Credentials credentials, InstantSource clock, MeterRegistry meters) {
		return new CertificateExpiry(credentials, clock, meters);
	}

	/** The directory as it is now; part of the overall health, not of readiness. */
	@Bean
	HealthIndicator directoryHealthIndicator(Directory directory) {
		return () -> directory.isHealthy() ? Health.up().build()
				: Health.down().withDetail("reason", "the directory does not answer; the log says why").build();
	}

	@Bean
	HealthIndicator directoryAnsweredHealthIndicator(Directory directory) {
		return new DirectoryAnswered(directory::isHealthy);
	}

}
