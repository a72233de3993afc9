package org.campanile.perf.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.campanile.testkit.process.Program;

/**
 * Keycloak's distribution as Maven Central has it, kept in the user's folder for caches.
 *
 * @param cache that folder
 */
record KeycloakDistribution(Path cache) {

	static final String VERSION = "26.7.0";

	private static final String ARTIFACT = "org.keycloak:keycloak-quarkus-dist:" + VERSION + ":zip";

	private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";

	private static final Program MAVEN = new Program("mvn", "maven");

	/** Where programs of the desktop keep what can be had again. */
	static KeycloakDistribution standard() {
		Path caches = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
			.filter(folder -> !folder.isEmpty())
			.map(Path::of)
			.orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
		return new KeycloakDistribution(caches.resolve("campanile"));
	}

	boolean isThere() {
		return Files.isRegularFile(zip());
	}

	Path zip() {
		return cache.resolve("keycloak-quarkus-dist-" + VERSION + ".zip");
	}

	/** Downloads it with the user's own Maven, settings and all: 170 MB. */
	void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		if (isThere()) {
			return;
		}
		Path maven = MAVEN.require();
		Files.createDirectories(cache);
		progress.accept("Maven fetches " + ARTIFACT + " into " + cache);
		Path log = Files.createTempFile("campanile-keycloak", ".log");
		Process process = new ProcessBuilder(maven.toString(), "-B", "-ntp", COPY, "-Dartifact=" + ARTIFACT,
				"-DoutputDirectory=" + cache, "-Dmdep.useBaseVersion=true")
			.directory(cache.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			if (process.waitFor() != 0 || !isThere()) {
				throw new IOException("Maven could not fetch " + ARTIFACT + ": " + firstError(log));
			}
		}
		finally {
			process.destroy();
			Files.deleteIfExists(log);
		}
	}

	private static String firstError(Path log) throws IOException {
		return Files.readAllLines(log, StandardCharsets.UTF_8)
			.stream()
			.filter(line -> line.startsWith("[ERROR]"))
			.findFirst()
			.orElse("it did not say why");
	}

	/**
	 * Unpacks it.
	 * @return the server's folder, below the one given
	 */
	Path unpack(Path folder) throws IOException {
		Path root = folder.toAbsolutePath().normalize();
		List<Path> programs = new ArrayList<>();
		try (InputStream in = Files.newInputStream(zip()); ZipInputStream entries = new ZipInputStream(in)) {
			ZipEntry entry;
			while ((entry = entries.getNextEntry()) != null) {
				Path file = root.resolve(entry.getName()).normalize();
				if (!file.startsWith(root)) {
					throw new IOException(zip() + " holds a file that lies elsewhere: " + entry.getName());
				}
				if (entry.isDirectory()) {
					Files.createDirectories(file);
				}
				else {
					Files.createDirectories(file.resolveSibling(""));
					Files.copy(entries, file);
					if (entry.getName().endsWith(".sh")) {
						programs.add(file);
					}
				}
			}
		}
		for (Path program : programs) {
			Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
		}
		return root.resolve("keycloak-" + VERSION);
	}

}
