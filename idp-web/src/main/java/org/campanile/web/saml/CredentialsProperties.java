package org.campanile.web.saml;

import java.net.URI;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;

import jakarta.validation.constraints.NotBlank;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.config.HomeInspection;

/**
 * The server's signing keys. Every {@code signing*.pem} in the home folder's {@code
 * credentials/} is published in the server's metadata; one of them signs.
 *
 * @param signing the name of the file in credentials/ whose key signs; a new key is first
 * added to the folder, which publishes it, and set here once services know it
 * @param keyType the kind of key to create at the first start if there is none: rsa-2048,
 * rsa-3072 or ec-p256
 * @param cryptoProvider the provider that signs and encrypts keys: auto uses the Amazon
 * Corretto Crypto Provider (ACCP), three times as fast as the JDK with RSA, if it passes
 * its self-test, otherwise the JDK; jdk; or accp, which fails to start without ACCP
 */
@Validated
@ConfigurationProperties("campanile.credentials")
public record CredentialsProperties(@DefaultValue("signing.pem") @NotBlank String signing,
		@DefaultValue("rsa-2048") KeyType keyType,
		@DefaultValue("auto") CryptoProviderChoice cryptoProvider) implements CheckedProperties {

	@Override
	public void check(CheckContext context, Faults faults) {
		if (!signing.matches("[^/\\\\]+\\.pem")) {
			faults.add("campanile.credentials.signing: \"" + signing
					+ "\" is not the name of a PEM file; name a file of the folder credentials, such as signing.pem");
		}
	}

	/** Whether there is no key yet, so that the first start creates one. */
	boolean isMissing(HomeFolder home) {
		return Files.notExists(home.credentials().resolve(signing))
				&& HomeInspection.credentials(home, "signing*.pem").isEmpty();
	}

	/** Loads the keys; creates one if there is none. */
	Credentials load(HomeFolder home, IdentityProvider identityProvider, CryptoProvider crypto, InstantSource clock,
			SecureRandom random) {
		String host = Objects.requireNonNullElse(URI.create(identityProvider.baseUrl()).getHost(), "");
		return new CredentialLoader(home.credentials(), new CredentialSettings(signing, keyType), host, crypto, clock,
				random)
			.load();
	}

}
