package org.campanile.demo.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.campanile.testkit.process.AotCache;
import org.campanile.web.command.Campanile;

/**
 * The shipped server in one jar, and the additional jars of the demo.
 *
 * @param jar the executable jar
 * @param libraries the folder of the demo's own jars
 */
public record PackagedServer(Path jar, Path libraries) {

	/**
	 * The name of Spring Boot's launcher that reads the jars inside the executable jar,
	 * and additional ones.
	 */
	private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

	/** The launcher's property for additional jars. */
	private static final String LIBRARIES = "loader.path";

	/** Returns the packaged server of this process, if it runs from one. */
	static Optional<PackagedServer> running() {
		String libraries = System.getProperty(LIBRARIES);
		return libraries == null || !isExecutableJar() ? Optional.empty()
				: Optional.of(new PackagedServer(Path.of(System.getProperty("java.class.path")), Path.of(libraries)));
	}

	/** Returns the command line after the options of the virtual machine. */
	List<String> words() {
		return List.of("-D" + LIBRARIES + '=' + libraries, "-cp", jar.toString(), LAUNCHER);
	}

	/** The same, with the AOT cache of the jar if there is one. */
	List<String> cachedWords() throws IOException {
		return AotCache.of(jar)
			.map(cache -> List.of(cache.option(), "-cp", cache.jar() + File.pathSeparator + libraries.resolve("*"),
					Campanile.class.getName()))
			.orElseGet(this::words);
	}

	private static boolean isExecutableJar() {
		return String.valueOf(Campanile.class.getProtectionDomain().getCodeSource().getLocation())
			.startsWith("jar:nested:");
	}

}
