package org.campanile.perf.environment;

import java.io.File;
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
import org.campanile.testkit.process.AotCache;

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
	 * machine's options. Nodes of the harness start from the AOT cache where there is
	 * one.
	 * @param home its home folder
	 * @param settings by key; they override those of the home folder
	 * @throws IOException if the cache is asked for and there is none that fits
	 */
	List<String> words(Launch launch, Path home, Map<String, String> settings) throws IOException {
		List<String> words = new ArrayList<>();
		Optional<AotCache> cache = cache(launch);
		cache.map(AotCache::option).ifPresent(words::add);
		if (launch == Launch.HARNESS) {
			cache.ifPresentOrElse(
					made -> words
						.addAll(List.of("-cp", made.jar() + File.pathSeparator + harness, NodeMain.class.getName())),
					() -> words.addAll(List.of("-Dloader.path=" + harness, "-Dloader.main=" + NodeMain.class.getName(),
							"-cp", server.toString(), "org.springframework.boot.loader.launch.PropertiesLauncher")));
			words.add(home.toString());
			settings.forEach((key, value) -> words.add(key + "=" + value));
			return words;
		}
		if (launch == Launch.PRODUCT_WITH_CACHE && cache.isEmpty()) {
			throw new IOException("there is no AOT cache, or the server is newer; run bin/campanile aot");
		}
		settings.forEach((key, value) -> words.add("-D" + key + "=" + value));
		words.addAll(
				List.of("-jar", cache.map(AotCache::jar).orElse(server).toString(), "run", "--home", home.toString()));
		return words;
	}

	/** Returns the AOT cache that a server starts from; empty if it starts without. */
	Optional<AotCache> cache(Launch launch) throws IOException {
		return launch == Launch.PRODUCT ? Optional.empty() : AotCache.of(server);
	}

	/** Returns the same harness with another build of the server. */
	Installation withServer(Path jar) {
		return new Installation(jar.toAbsolutePath(), harness);
	}

}
