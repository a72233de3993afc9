package org.campanile.web.saml;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.saml.nameid.NameId;

/** Configures this server's keys, the signer and the server's own metadata. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ CredentialsProperties.class, IdentityProperties.class })
@Import(ResponseIssuer.class)
class CredentialsConfiguration {

	private static final List<String> NAME_ID_FORMATS = List.of(NameId.TRANSIENT, NameId.PERSISTENT,
			NameId.EMAIL_ADDRESS, NameId.UNSPECIFIED);

	@Bean
	CryptoProvider cryptoProvider(CredentialsProperties properties, SecureRandom random) {
		CryptoProvider crypto = CryptoProvider.of(properties.cryptoProvider(), random);
		crypto.installEcdsa();
		return crypto;
	}

	@Bean
	Credentials credentials(CredentialsProperties properties, HomeFolder home, IdentityProvider identityProvider,
			CryptoProvider crypto, InstantSource clock, SecureRandom random) {
		return properties.load(home, identityProvider, crypto, clock, random);
	}

	@Bean
	IdpMetadata idpMetadata(IdentityProvider identityProvider, Credentials credentials, IdentityProperties properties,
			InstantSource clock) {
		return new IdpMetadata(identityProvider, credentials, properties.description(), NAME_ID_FORMATS, clock);
	}

}
