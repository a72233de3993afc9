package org.campanile.testkit.saml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.crypto.SigningCredential;

/** Keys for tests; each kind is generated once, since RSA keys take time. */
public final class TestCredentials {

	/** A time within the validity of every certificate created here. */
	public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private static final Map<KeyType, Credentials> MADE = new EnumMap<>(KeyType.class);

	private TestCredentials() {
	}

	/** Returns credentials whose key is of that kind. */
	public static synchronized Credentials of(KeyType type) {
		return MADE.computeIfAbsent(type, TestCredentials::make);
	}

	/** Returns the same credentials with the key in the form of that provider. */
	public static Credentials of(KeyType type, CryptoProvider crypto) {
		Credentials made = of(type);
		SigningCredential signing = made.signing();
		return new Credentials(new SigningCredential(signing.name(), crypto.prepared(signing.privateKey()),
				signing.certificate(), signing.algorithm()), made.published());
	}

	/** A new key pair. */
	public static KeyPair keyPair(KeyType type) {
		return type.generate(new SecureRandom());
	}

	private static Credentials make(KeyType type) {
		try {
			Path folder = Files.createTempDirectory("campanile-test");
			Credentials credentials = new CredentialLoader(folder, new CredentialSettings("signing.pem", type),
					"login.example.edu", CryptoProvider.installed(), InstantSource.fixed(NOW), new SecureRandom())
				.load();
			Files.delete(folder.resolve("signing.pem"));
			Files.delete(folder);
			return credentials;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
