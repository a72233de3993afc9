package org.campanile.seal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the sealing keys of a folder: the files of a {@link KeyFamily}, each 32 bytes in
 * base64. The last by name (without the suffix) is the newest; name them by date to
 * rotate. Creates one, readable only by its owner, if there is none.
 */
public final class KeyRingLoader {

	private static final Logger logger = LoggerFactory.getLogger(KeyRingLoader.class);

	private final KeyFamily family;

	private final SecureRandom random;

	public KeyRingLoader(KeyFamily family, SecureRandom random) {
		this.family = family;
		this.random = random;
	}

	KeyFamily family() {
		return family;
	}

	/** Whether the folder contains a key, so that loading creates none. */
	public boolean isPresent(Path folder) throws IOException {
		return Files.isDirectory(folder) && !list(folder).isEmpty();
	}

	/**
	 * Loads the ring. Nodes that share a folder and start at the same time end up with
	 * the same key, if the file system supports hard links.
	 * @throws IOException if the folder cannot be read, or written when there is no key
	 * @throws IllegalArgumentException naming the file whose content is not a key, or the
	 * same key as another's
	 */
	public KeyRing load(Path folder) throws IOException {
		return new KeyRing(files(folder).stream().map(KeyFile::key).toList());
	}

	/** Loads like {@link #load(Path)}, with the files; the newest first. */
	List<KeyFile> files(Path folder) throws IOException {
		Files.createDirectories(folder);
		List<Path> files = list(folder);
		if (files.isEmpty()) {
			create(folder);
			files = list(folder);
		}
		Map<String, Path> sources = new LinkedHashMap<>();
		List<KeyFile> keys = new ArrayList<>();
		for (Path file : files) {
			KeyFile found = read(file);
			Path twin = sources.putIfAbsent(found.key().name(), file);
			if (twin != null) {
				throw new IllegalArgumentException(file + " holds the same " + family.noun() + " as " + twin
						+ "; remove one of them, or create a new key");
			}
			keys.add(found);
		}
		return keys;
	}

	/** The newest first. */
	List<Path> list(Path folder) throws IOException {
		List<Path> files = new ArrayList<>();
		try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, family.glob())) {
			found.forEach(files::add);
		}
		files.sort(Comparator.comparing((Path file) -> KeyFamily.baseName(file.getFileName().toString())).reversed());
		return files;
	}

	private void create(Path folder) throws IOException {
		Path file = folder.resolve(family.first());
		String text = Base64.getEncoder().encodeToString(RandomValues.bytes(SealingKey.LENGTH, random)) + "\n";
		boolean made = SecretFile.create(file, text.getBytes(StandardCharsets.US_ASCII));
		logger.info(made ? "Created the {} {}" : "Another node has just created the {} {}", family.noun(), file);
	}

	/**
	 * @throws IllegalArgumentException naming the file, if its content is not a key
	 */
	KeyFile read(Path file) throws IOException {
		// Bytes, not text: for a key in binary the message must still name the file.
		String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
		byte[] bytes;
		try {
			bytes = Base64.getDecoder().decode(content);
		}
		catch (IllegalArgumentException ex) {
			// Not the cause, which quotes a character of the key.
			throw noKey(file, "not base64");
		}
		if (bytes.length != SealingKey.LENGTH) {
			throw noKey(file, bytes.length + " bytes");
		}
		return new KeyFile(file, Files.getLastModifiedTime(file).toInstant(), new SealingKey(bytes));
	}

	private IllegalArgumentException noKey(Path file, String found) {
		return new IllegalArgumentException(file + " does not contain a " + family.noun() + " (" + found
				+ "); it should be " + SealingKey.LENGTH + " bytes in base64");
	}

	/**
	 * A sealing key and its file.
	 *
	 * @param modified when the file was last modified
	 */
	record KeyFile(Path file, Instant modified, SealingKey key) {
	}

}
