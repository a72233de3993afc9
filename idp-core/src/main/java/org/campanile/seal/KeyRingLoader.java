package org.campanile.seal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

/**
 * Reads the sealing keys of a folder: files {@code sealing*.key}, each 32 octets in
 * base64. The last by name is the newest; name them by date to rotate. Makes one if there
 * is none.
 */
public final class KeyRingLoader {

	/** The name of the key made on first start. */
	public static final String FIRST = "sealing-0001.key";

	private final SecureRandom random;

	public KeyRingLoader(SecureRandom random) {
		this.random = random;
	}

	/**
	 * Loads the ring.
	 * @throws IOException if the folder cannot be read, or written when there is no key
	 * @throws IllegalArgumentException naming the file whose content is no key
	 */
	public KeyRing load(Path folder) throws IOException {
		Files.createDirectories(folder);
		List<Path> files = new ArrayList<>();
		try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "sealing*.key")) {
			found.forEach(files::add);
		}
		if (files.isEmpty()) {
			files.add(create(folder.resolve(FIRST)));
		}
		files.sort(Comparator.comparing((Path file) -> file.getFileName().toString()).reversed());
		List<SealingKey> keys = new ArrayList<>();
		for (Path file : files) {
			keys.add(read(file));
		}
		return new KeyRing(keys);
	}

	private Path create(Path file) throws IOException {
		byte[] octets = new byte[SealingKey.LENGTH];
		random.nextBytes(octets);
		boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
		if (posix) {
			Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
		}
		Files.writeString(file, Base64.getEncoder().encodeToString(octets) + "\n",
				posix ? StandardOpenOption.WRITE : StandardOpenOption.CREATE_NEW);
		return file;
	}

	private static SealingKey read(Path file) throws IOException {
		try {
			return new SealingKey(Base64.getDecoder().decode(Files.readString(file).strip()));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					file + " holds no sealing key (" + ex.getMessage() + "); it should be 32 octets in base64", ex);
		}
	}

}
