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
 * A cache of other servers' distributions from Maven Central, in the user's folder for
 * caches.
 *
 * @param folder the folder of the cache
 */
record MavenCache(Path folder) {

	private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";

	private static final Program MAVEN = new Program("mvn", "maven");

	/** The coordinates of a file in Maven Central. */
	record Artifact(String group, String name, String version, String type) {

		private String coordinates() {
			return group + ":" + name + ":" + version + ":" + type;
		}

		private String file() {
			return name + "-" + version + "." + type;
		}

	}

	/** Returns the cache in the user's folder for caches, as desktop programs use it. */
	static MavenCache standard() {
		Path caches = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
			.filter(folder -> !folder.isEmpty())
			.map(Path::of)
			.orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
		return new MavenCache(caches.resolve("campanile"));
	}

	Path file(Artifact artifact) {
		return folder.resolve(artifact.file());
	}

	boolean contains(Artifact artifact) {
		return Files.isRegularFile(file(artifact));
	}

	/**
	 * Returns a sentence for each file that is missing.
	 * @param name name of the server
	 */
	List<String> missing(String name, List<Artifact> artifacts) {
		return artifacts.stream()
			.filter(artifact -> !contains(artifact))
			.map(artifact -> name + " " + artifact.version() + " is not at " + file(artifact)
					+ "; have it fetched (with your Maven), or put it there")
			.toList();
	}

	/** Downloads missing files with the user's own Maven and its settings. */
	void fetch(List<Artifact> artifacts, Consumer<String> progress) throws IOException, InterruptedException {
		for (Artifact artifact : artifacts) {
			if (!contains(artifact)) {
				fetch(artifact, progress);
			}
		}
	}

	private void fetch(Artifact artifact, Consumer<String> progress) throws IOException, InterruptedException {
		Path maven = MAVEN.require();
		Files.createDirectories(folder);
		progress.accept("Maven fetches " + artifact.coordinates() + " into " + folder);
		Path log = Files.createTempFile("campanile-fetch", ".log");
		Process process = new ProcessBuilder(maven.toString(), "-B", "-ntp", COPY,
				"-Dartifact=" + artifact.coordinates(), "-DoutputDirectory=" + folder, "-Dmdep.useBaseVersion=true")
			.directory(folder.toFile())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			if (process.waitFor() != 0 || !contains(artifact)) {
				throw new IOException("Maven could not fetch " + artifact.coordinates() + ": " + firstError(log));
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

	/** Unpacks an artifact into a folder, and makes its scripts executable. */
	void unpack(Artifact artifact, Path target) throws IOException {
		Path zip = file(artifact);
		Path root = target.toAbsolutePath().normalize();
		List<Path> programs = new ArrayList<>();
		try (InputStream in = Files.newInputStream(zip); ZipInputStream entries = new ZipInputStream(in)) {
			ZipEntry entry;
			while ((entry = entries.getNextEntry()) != null) {
				Path file = root.resolve(entry.getName()).normalize();
				if (!file.startsWith(root)) {
					throw new IOException(zip + " holds a file that lies elsewhere: " + entry.getName());
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
	}

}
