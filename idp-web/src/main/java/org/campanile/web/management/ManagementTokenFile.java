package org.campanile.web.management;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Base64;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token of the management port: one line in the folder of credentials, readable by
 * its owner alone, made when there is none.
 */
public final class ManagementTokenFile {

	/** Its name in the folder of credentials. */
	public static final String NAME = "management.token";

	private static final int BYTES = 32;

	private static final Logger logger = LoggerFactory.getLogger(ManagementTokenFile.class);

	private final Path file;

	private final SecureRandom random;

	/**
	 * @param credentials the folder of credentials; made if absent
	 */
	public ManagementTokenFile(Path credentials, SecureRandom random) {
		this.file = credentials.resolve(NAME);
		this.random = random;
	}

	/**
	 * The token of the file, which is made if it can be; without a file there is no
	 * token, for a folder that may only be read should not keep people from signing in.
	 * @throws IllegalArgumentException if the file holds no token
	 * @throws IOException if the file is there and cannot be read
	 */
	public ManagementToken loadOrCreate() throws IOException {
		if (Files.notExists(file)) {
			try {
				create();
			}
			catch (IOException ex) {
				logger
					.warn("{} cannot be made ({}), so the management port serves health and metrics and nothing else; "
							+ "put a token there, or set campanile.management.token", file, ex.toString());
				return ManagementToken.none();
			}
		}
		return load();
	}

	/** As {@link #loadOrCreate} of a file that is there. */
	public ManagementToken load() throws IOException {
		return ManagementToken.of(read());
	}

	/**
	 * What a file that is there holds, as it is shown to the server.
	 * @throws IllegalArgumentException if that is no token; the message names the file,
	 * and does not quote it
	 */
	public String read() throws IOException {
		String token = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
		try {
			ManagementToken.of(token);
			return token;
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					file + ": " + ex.getMessage() + "; or remove the file to have a new one made", ex);
		}
	}

	/**
	 * Made whole under another name and linked into place, so that nodes which share the
	 * folder and start at once have the same.
	 */
	private void create() throws IOException {
		Path folder = Files.createDirectories(file.toAbsolutePath().normalize().resolveSibling("."));
		byte[] bytes = new byte[BYTES];
		random.nextBytes(bytes);
		// Readable by its owner alone, wherever the file system can.
		Path draft = Files.createTempFile(folder, ".management", ".tmp");
		try {
			Files.writeString(draft, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n",
					StandardOpenOption.WRITE, StandardOpenOption.SYNC);
			Files.createLink(file, draft);
		}
		catch (FileAlreadyExistsException ex) {
			logger.debug("{}: another node made it first", file);
		}
		catch (UnsupportedOperationException | FileSystemException ex) {
			// A file system without hard links.
			Files.move(draft, file);
		}
		finally {
			Files.deleteIfExists(draft);
		}
	}

}
