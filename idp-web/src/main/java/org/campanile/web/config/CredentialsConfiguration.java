package org.campanile.web.config;

import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.signon.StageTimers;
import org.campanile.web.management.ManagementToken;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The keys, and what signs with them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ CredentialsProperties.class, ManagementProperties.class })
class CredentialsConfiguration {

	@Bean
	CryptoProvider cryptoProvider(CredentialsProperties properties, SecureRandom random) {
		return CryptoProvider.of(properties.cryptoProvider(), random);
	}

	@Bean
	Credentials credentials(CredentialsProperties properties, HomeFolder home, IdentityProvider identityProvider,
			CryptoProvider crypto, InstantSource clock, SecureRandom random) {
		String host = URI.create(identityProvider.baseUrl()).getHost();
		return new CredentialLoader(home.credentials(), properties.settings(), (host == null) ? "" : host, crypto,
				clock, random)
			.load();
	}

	@Bean
	ManagementToken managementToken(ManagementProperties properties, HomeFolder home, SecureRandom random) {
		return properties.token(home, random);
	}

	@Bean
	ResponseIssuer responseIssuer(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			SamlAttributeNames names, InstantSource clock, SecureRandom random, StageTimers timers) {
		return new ResponseIssuer(identityProvider, credentials, crypto, names, clock, random, timers);
	}

}
