package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What the system knows of its packages. */
final class DebianPackage {

	private DebianPackage() {
	}

	/** The version installed, or {@code unknown} where there are no such packages. */
	static String version(String name) throws IOException {
		Process process;
		try {
			process = new ProcessBuilder("dpkg-query", "-W", "-f=${Version}", name)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException notDebian) {
			return "unknown";
		}
		String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
		return version.isEmpty() ? "unknown" : version;
	}

}
