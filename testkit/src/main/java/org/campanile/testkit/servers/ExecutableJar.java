package org.campanile.testkit.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The server as it is shipped. */
public final class ExecutableJar {

	private ExecutableJar() {
	}

	/**
	 * Returns the most recently built jar.
	 * @param target Maven's build folder of the server
	 */
	public static Path in(Path target) throws IOException {
		try (Stream<Path> built = Files.list(target)) {
			return built.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
				.max(Comparator.comparingLong(file -> file.toFile().lastModified()))
				.orElseThrow(() -> new AssertionError(target + " has no executable jar; run the phase package first"))
				.toAbsolutePath()
				.normalize();
		}
	}

}
