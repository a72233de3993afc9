package org.campanile.web.management;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.SecretFile;

/**
 * The token of the management port: one line in the folder of credentials, readable by
 * its owner only, created if absent.
 */
public final class ManagementTokenFile {

	/** The name of the file in the folder of credentials. */
	public static final String NAME = "management.token";

	private static final int BYTES = 32;

	private static final Logger logger = LoggerFactory.getLogger(ManagementTokenFile.class);

	private final Path file;

	private final SecureRandom random;

	/**
	 * @param credentials the folder of credentials; created if absent
	 */
	public ManagementTokenFile(Path credentials, SecureRandom random) {
		this.file = credentials.resolve(NAME);
		this.random = random;
	}

	/**
	 * The token of the file, which is created if absent. If it cannot be created there is
	 * no token, as a read-only folder should not prevent users from signing in.
	 * @throws IllegalArgumentException if the file does not contain a token
	 * @throws IOException if the file exists but cannot be read
	 */
	public ManagementToken loadOrCreate() throws IOException {
		if (Files.notExists(file)) {
			try {
				create();
			}
			catch (IOException ex) {
				logger.warn("{} cannot be created ({}), so the management port serves only health and metrics; put a "
						+ "token there, or set campanile.management.token", file, ex.toString());
				return ManagementToken.none();
			}
		}
		return load();
	}

	/** Loads the token like {@link #loadOrCreate}, from an existing file. */
	public ManagementToken load() throws IOException {
		return ManagementToken.of(read());
	}

	/**
	 * The content of an existing file, as sent to the server.
	 * @throws IllegalArgumentException if that is not a token; the message names the file
	 * but does not quote it
	 */
	public String read() throws IOException {
		String token = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
		try {
			ManagementToken.of(token);
			return token;
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					file + ": " + ex.getMessage() + "; or remove the file, so that a new one is created", ex);
		}
	}

	/**
	 * Nodes that share the folder and start at the same time use the token of the first.
	 */
	private void create() throws IOException {
		byte[] bytes = new byte[BYTES];
		random.nextBytes(bytes);
		String line = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n";
		if (!SecretFile.create(file, line.getBytes(StandardCharsets.US_ASCII))) {
			logger.debug("{}: another node created it first", file);
		}
	}

}
