package org.campanile.demo.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.InstantSource;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;

/**
 * The keys of a demo service, stored in a file, so that they are the same after a restart
 * and on every node of a cluster.
 */
final class DemoKeys {

	/**
	 * The password of the key store. Not a secret: the keys of the demo protect nothing.
	 */
	private static final char[] PASSWORD = "demo".toCharArray();

	private static final String ALIAS = "service";

	private final CryptoProvider crypto;

	private final InstantSource clock;

	private final SecureRandom random;

	DemoKeys(CryptoProvider crypto, InstantSource clock, SecureRandom random) {
		this.crypto = crypto;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Reads a key pair, or creates it if absent.
	 * @param name the certificate's subject
	 * @throws UncheckedIOException if the file cannot be read or written, or contains no
	 * key pair
	 */
	ServiceProviderKeys at(Path file, String name) {
		try {
			if (!Files.exists(file)) {
				make(file, name);
			}
			return read(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(file + ": cannot be used; delete it, so that it is created again", ex);
		}
		catch (GeneralSecurityException ex) {
			throw new UncheckedIOException(
					file + ": contains no keys of the demo; delete it, so that it is created " + "again",
					new IOException(ex));
		}
	}

	private void make(Path file, String name) throws IOException, GeneralSecurityException {
		ServiceProviderKeys keys = ServiceProviderKeys.generateForTrial(name, crypto, clock, random);
		KeyStore store = KeyStore.getInstance("PKCS12");
		store.load(null, PASSWORD);
		store.setKeyEntry(ALIAS, keys.privateKey(), PASSWORD, new Certificate[] { keys.certificate() });
		Files.createDirectories(file.toAbsolutePath().getParent());
		Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), "demo", ".tmp");
		try {
			try (OutputStream out = Files.newOutputStream(draft)) {
				store.store(out, PASSWORD);
			}
			// Creating a link fails if the file exists, so that only one of several nodes
			// creates it.
			Files.createLink(file, draft);
		}
		catch (FileAlreadyExistsException ex) {
			// Another node has created the file.
			Thread.yield();
		}
		finally {
			Files.delete(draft);
		}
	}

	private static ServiceProviderKeys read(Path file) throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(file)) {
			store.load(in, PASSWORD);
		}
		if (store.getKey(ALIAS, PASSWORD) instanceof PrivateKey key
				&& store.getCertificate(ALIAS) instanceof X509Certificate certificate) {
			return new ServiceProviderKeys(key, certificate);
		}
		throw new IOException("no pair named " + ALIAS);
	}

}
