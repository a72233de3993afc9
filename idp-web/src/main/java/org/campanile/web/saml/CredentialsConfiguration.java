package org.campanile.web.saml;

import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.signon.StageTimers;

/** The keys, and what signs with them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CredentialsProperties.class)
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
	ResponseIssuer responseIssuer(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			SamlAttributeNames names, InstantSource clock, SecureRandom random, StageTimers timers) {
		return new ResponseIssuer(identityProvider, credentials, crypto, names, clock, random, timers);
	}

}
