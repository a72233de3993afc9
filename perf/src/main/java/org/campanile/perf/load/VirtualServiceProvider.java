package org.campanile.perf.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.InstantSource;
import java.util.List;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.saml.crypto.BlockCipher;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;

/**
 * The service that the measured people sign in to. It consists of keys and metadata, and
 * never listens. It requests assertions encrypted with AES-128-GCM, does not sign its
 * requests, and accepts a signature of the response alone.
 *
 * @param folder folder with its keys and its {@code metadata.xml}
 */
public record VirtualServiceProvider(Path folder) {

	public static final String ENTITY_ID = "https://sp.perf.example.edu/shibboleth";

	public static final String ASSERTION_CONSUMER_SERVICE = "https://sp.perf.example.edu/Shibboleth.sso/SAML2/POST";

	/**
	 * The ciphers it accepts, more than its metadata asks for: some identity providers
	 * lack GCM and must be measurable too.
	 */
	private static final List<String> READABLE = Stream
		.of(BlockCipher.AES_128_GCM, BlockCipher.AES_256_GCM, BlockCipher.AES_128_CBC, BlockCipher.AES_256_CBC)
		.map(BlockCipher::uri)
		.toList();

	/** The password of the key store; it protects only the keys of a measurement. */
	private static final char[] PASSWORD = "perf".toCharArray();

	/**
	 * Opens the service in a folder; creates it with new keys if there is none.
	 * @throws IOException if the folder cannot be written, or contains something else
	 */
	public static VirtualServiceProvider in(Path folder) throws IOException {
		VirtualServiceProvider opened = new VirtualServiceProvider(folder);
		Files.createDirectories(folder);
		// If two runs start at once, the second uses what the first creates.
		try (FileChannel channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
			if (lock.isValid() && (!Files.exists(opened.metadata()) || !Files.exists(opened.keyStore()))) {
				opened.make();
			}
		}
		return opened;
	}

	/** Returns the file with its metadata, for the identity provider. */
	public Path metadata() {
		return folder.resolve("metadata.xml");
	}

	/**
	 * Returns the service provider itself, which makes requests and judges answers.
	 * @throws IOException if its keys cannot be read
	 */
	public ServiceProvider open() throws IOException {
		return new ServiceProvider(settings().withEncryptionMethods(READABLE), keys(), InstantSource.system(),
				new SecureRandom());
	}

	/**
	 * Returns the certificate to which assertions are encrypted, as base64 of its DER.
	 * @throws IOException if its keys cannot be read
	 */
	public String certificate() throws IOException {
		try {
			return Base64.getEncoder().encodeToString(keys().certificate().getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IOException(keyStore() + ": the certificate cannot be encoded", ex);
		}
	}

	private ServiceProviderSettings settings() {
		return ServiceProviderSettings.of(ENTITY_ID, ASSERTION_CONSUMER_SERVICE, Map.of("en", "Virtual service"))
			.withAuthnRequestsSigned(false)
			.withWantAssertionsSigned(false);
	}

	private Path keyStore() {
		return folder.resolve("keys.p12");
	}

	private void make() throws IOException {
		SecureRandom random = new SecureRandom();
		ServiceProviderKeys keys = ServiceProviderKeys.generate("Virtual service", InstantSource.system(), random);
		Path draft = Files.createTempFile(folder, "keys", ".tmp");
		try (OutputStream out = Files.newOutputStream(draft)) {
			keys.store(out, PASSWORD);
		}
		catch (GeneralSecurityException ex) {
			throw new IOException(keyStore() + ": cannot be made", ex);
		}
		Files.move(draft, keyStore(), StandardCopyOption.REPLACE_EXISTING);
		Files.write(metadata(), new ServiceProvider(settings(), keys, InstantSource.system(), random).metadata());
	}

	private ServiceProviderKeys keys() throws IOException {
		try (InputStream in = Files.newInputStream(keyStore())) {
			return ServiceProviderKeys.load(in, PASSWORD);
		}
		catch (GeneralSecurityException ex) {
			throw new IOException(keyStore() + ": holds no keys of a virtual service; delete the folder", ex);
		}
	}

}
