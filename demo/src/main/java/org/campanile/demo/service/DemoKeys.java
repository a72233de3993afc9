package org.campanile.demo.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
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
			try (InputStream in = Files.newInputStream(file)) {
				return ServiceProviderKeys.load(in, PASSWORD);
			}
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
		Files.createDirectories(file.toAbsolutePath().getParent());
		Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), "demo", ".tmp");
		try {
			try (OutputStream out = Files.newOutputStream(draft)) {
				keys.store(out, PASSWORD);
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

}
