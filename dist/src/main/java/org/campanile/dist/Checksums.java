package org.campanile.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes {@code SHA256SUMS} of a folder's files, in the format of {@code sha256sum}.
 */
final class Checksums {

	static final String FILE = "SHA256SUMS";

	private Checksums() {
	}

	/**
	 * @param arguments the folder
	 */
	public static void main(String[] arguments) throws IOException {
		write(Path.of(arguments[0]));
	}

	static void write(Path folder) throws IOException {
		List<Path> files;
		try (Stream<Path> entries = Files.list(folder)) {
			files = entries.filter(Files::isRegularFile).filter(file -> !file.endsWith(FILE)).sorted().toList();
		}
		StringBuilder lines = new StringBuilder();
		for (Path file : files) {
			lines.append(sha256(file)).append("  ").append(file.getFileName()).append('\n');
		}
		Files.writeString(folder.resolve(FILE), lines);
	}

	private static String sha256(Path file) throws IOException {
		try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file),
				MessageDigest.getInstance("SHA-256"))) {
			in.transferTo(OutputStream.nullOutputStream());
			return HexFormat.of().formatHex(in.getMessageDigest().digest());
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
