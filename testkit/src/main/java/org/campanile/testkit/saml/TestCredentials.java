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
import org.campanile.seal.SecretFile;

/** Keys for tests; each kind is generated once, since RSA keys take time. */
public final class TestCredentials {

	/** A time within the validity of every certificate created here. */
	public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private static final String SIGNING = "signing.pem";

	private static final Map<KeyType, Credentials> MADE = new EnumMap<>(KeyType.class);

	private static byte[] file = new byte[0];

	private TestCredentials() {
	}

	/** Returns credentials whose key is of that kind. */
	public static synchronized Credentials of(KeyType type) {
		return MADE.computeIfAbsent(type, TestCredentials::make);
	}

	/**
	 * Writes {@code signing.pem} to a server's folder of credentials, unless it is there:
	 * the same for all servers, as generating a key takes longer than the rest of a
	 * start.
	 */
	public static synchronized void write(Path credentials) {
		try {
			if (file.length == 0) {
				Path folder = Files.createTempDirectory("campanile-test");
				loader(folder, KeyType.RSA_2048, InstantSource.system()).load();
				file = Files.readAllBytes(folder.resolve(SIGNING));
				delete(folder);
			}
			SecretFile.create(credentials.resolve(SIGNING), file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
			Credentials credentials = loader(folder, type, InstantSource.fixed(NOW)).load();
			delete(folder);
			return credentials;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static CredentialLoader loader(Path folder, KeyType type, InstantSource clock) {
		return new CredentialLoader(folder, new CredentialSettings(SIGNING, type), "login.example.edu",
				CryptoProvider.installed(), clock, new SecureRandom());
	}

	private static void delete(Path folder) throws IOException {
		Files.delete(folder.resolve(SIGNING));
		Files.delete(folder);
	}

}
