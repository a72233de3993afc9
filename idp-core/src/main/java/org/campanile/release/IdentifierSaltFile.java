package org.campanile.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.seal.RandomValues;
import org.campanile.seal.SecretFile;

/**
 * Stores the salt of persistent identifiers: one line of base64, readable only by its
 * owner, created when it is first needed.
 */
public final class IdentifierSaltFile {

	/** The name of the file in the folder of credentials. */
	public static final String NAME = "persistent-id.salt";

	private static final int GENERATED = 32;

	private static final Logger LOGGER = LoggerFactory.getLogger(IdentifierSaltFile.class);

	private final Path file;

	private final SecureRandom random;

	/**
	 * @param credentials the folder of credentials; created if absent
	 * @param random generates the salt
	 */
	public IdentifierSaltFile(Path credentials, SecureRandom random) {
		this.file = credentials.resolve(NAME);
		this.random = random;
	}

	/**
	 * The salt of the file, which is created if absent.
	 * @throws IllegalArgumentException if the file contains no salt, or one that is too
	 * short
	 * @throws IOException if it can be neither read nor created
	 */
	public IdentifierSalt loadOrCreate() throws IOException {
		if (!Files.exists(file)) {
			create();
		}
		return load();
	}

	private IdentifierSalt load() throws IOException {
		String line = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
		warnIfOthersMayRead();
		try {
			return new IdentifierSalt(Base64.getDecoder().decode(line));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(file + ": no usable salt: " + ex.getMessage()
					+ "; restore the file from a backup, or remove it, so that a new one is created, which changes "
					+ "every persistent identifier", ex);
		}
	}

	private void create() throws IOException {
		String text = Base64.getEncoder().encodeToString(RandomValues.bytes(GENERATED, random)) + "\n";
		if (SecretFile.create(file, text.getBytes(StandardCharsets.US_ASCII))) {
			LOGGER.info("{}: created the salt of persistent identifiers; back it up, because without it all users are "
					+ "new to every service", file);
		}
	}

	private void warnIfOthersMayRead() throws IOException {
		if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
			return;
		}
		Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
		permissions.addAll(Files.getPosixFilePermissions(file));
		permissions.removeAll(PosixFilePermissions.fromString("rwx------"));
		if (!permissions.isEmpty()) {
			LOGGER.warn("{}: accessible by others than its owner ({}); restrict that with chmod 600", file,
					permissions);
		}
	}

}
