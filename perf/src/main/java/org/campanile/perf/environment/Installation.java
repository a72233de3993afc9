package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.perf.environment.SystemSpec.Launch;

/**
 * The server that is measured, and the harness that measures it.
 *
 * @param server the product's executable jar
 * @param harness this module: a jar, or a folder of classes
 */
record Installation(Path server, Path harness) {

	/** The system property for the executable jar, if not that of the source tree. */
	static final String SERVER_PROPERTY = "campanile.perf.server";

	/**
	 * Finds server and harness.
	 * @throws IOException saying what to build, if one is missing
	 */
	static Installation find() throws IOException {
		Path harness = location();
		Optional<Path> named = Optional.ofNullable(System.getProperty(SERVER_PROPERTY)).map(Path::of);
		if (named.isPresent()) {
			if (!Files.isReadable(named.get())) {
				throw new IOException(SERVER_PROPERTY + ": " + named.get() + " cannot be read");
			}
			return new Installation(named.get().toAbsolutePath(), harness);
		}
		for (Path folder = harness.getParent(); folder != null; folder = folder.getParent()) {
			Optional<Path> built = newest(folder.resolve("idp-web").resolve("target"));
			if (built.isPresent()) {
				return new Installation(built.get().toAbsolutePath(), harness);
			}
		}
		throw new IOException("the server is not built: no idp-web/target/idp-web-*-exec.jar; run mvn -pl idp-web -am "
				+ "package -DskipTests, or name a jar by -D" + SERVER_PROPERTY);
	}

	/**
	 * Finds a file of the source tree, such as {@code deploy/gate/nginx.conf}.
	 * @throws IOException if the harness does not run from a source tree
	 */
	Path inTree(String file) throws IOException {
		return above(harness, file)
			.orElseThrow(() -> new IOException("no " + file + " in any folder above " + harness));
	}

	/**
	 * Finds {@code bin/jvm.options} in the source tree of the server, so that two builds
	 * can be compared that differ in it, or else in that of the harness.
	 * @throws IOException if there is none in either
	 */
	Path virtualMachineOptions() throws IOException {
		Optional<Path> own = above(server, "bin/jvm.options");
		return own.isPresent() ? own.get() : inTree("bin/jvm.options");
	}

	private static Optional<Path> above(Path start, String file) {
		for (Path folder = start.getParent(); folder != null; folder = folder.getParent()) {
			if (Files.isReadable(folder.resolve(file))) {
				return Optional.of(folder.resolve(file));
			}
		}
		return Optional.empty();
	}

	private static Path location() throws IOException {
		try {
			return Path.of(Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI())
				.toAbsolutePath();
		}
		catch (URISyntaxException ex) {
			throw new IOException("the measurements run from an odd place: " + ex.getMessage(), ex);
		}
	}

	private static Optional<Path> newest(Path folder) throws IOException {
		if (!Files.isDirectory(folder)) {
			return Optional.empty();
		}
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
				.max(Comparator.comparingLong(file -> file.toFile().lastModified()));
		}
	}

	/**
	 * Returns the arguments that start the server, after {@code java} and the virtual
	 * machine's options.
	 * @param home its home folder
	 * @param settings by key; they override those of the home folder
	 * @throws IOException if there is no AOT cache that fits the server
	 */
	List<String> words(Launch launch, Path home, Map<String, String> settings) throws IOException {
		List<String> words = new ArrayList<>();
		if (launch == Launch.HARNESS) {
			words.addAll(List.of("-Dloader.path=" + harness, "-Dloader.main=" + NodeMain.class.getName(), "-cp",
					server.toString(), "org.springframework.boot.loader.launch.PropertiesLauncher", home.toString()));
			settings.forEach((key, value) -> words.add(key + "=" + value));
			return words;
		}
		settings.forEach((key, value) -> words.add("-D" + key + "=" + value));
		Path jar = server;
		if (launch == Launch.PRODUCT_WITH_CACHE) {
			Path cache = cache().orElseThrow(
					() -> new IOException("there is no AOT cache, or the server is newer; run bin/campanile aot"));
			words.add("-XX:AOTCache=" + cache);
			jar = cache.resolveSibling(server.getFileName());
		}
		words.addAll(List.of("-jar", jar.toString(), "run", "--home", home.toString()));
		return words;
	}

	/** Returns the same harness with another build of the server. */
	Installation withServer(Path jar) {
		return new Installation(jar.toAbsolutePath(), harness);
	}

	/** Returns the AOT cache that {@code bin/campanile aot} made of this build. */
	Optional<Path> cache() throws IOException {
		String name = server.getFileName().toString();
		Path folder = server.resolveSibling(name.substring(0, name.length() - ".jar".length()) + "-aot");
		Path cache = folder.resolve("classes.aot");
		// By this file bin/campanile knows the jar: it has the jar's time, and its size
		// in the first line. The last line is the folder, as the JDK ends with a cache
		// that was moved.
		Path madeOf = folder.resolve("made-of");
		if (!Files.isReadable(cache) || !Files.isReadable(madeOf)
				|| !Files.getLastModifiedTime(madeOf).equals(Files.getLastModifiedTime(server))) {
			return Optional.empty();
		}
		List<String> lines = Files.readAllLines(madeOf);
		boolean fits = !lines.isEmpty() && lines.getFirst().strip().equals(Long.toString(Files.size(server)))
				&& lines.getLast().equals(folder.toRealPath().toString());
		return fits ? Optional.of(cache) : Optional.empty();
	}

}
