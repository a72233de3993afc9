package org.campanile.dist.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the build made. */
final class Release {

	static final Path FOLDER = Path.of("target/release");

	private Release() {
	}

	/**
	 * @param name an expression that the whole name matches
	 */
	static Path file(String name) throws IOException {
		try (Stream<Path> files = Files.list(FOLDER)) {
			return files.filter(file -> file.getFileName().toString().matches(name))
				.findFirst()
				.orElseThrow(
						() -> new AssertionError("no " + name + " in " + FOLDER + "; run the phase package first"));
		}
	}

}
