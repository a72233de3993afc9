package org.campanile.testkit.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A required program of the system.
 *
 * @param file its name on the command line
 * @param debianPackage the package that contains it
 */
public record Program(String file, String debianPackage) {

	/** The proxy in front of the nodes. */
	public static final Program NGINX = new Program("nginx", "nginx");

	/** Starts a program in its own session. */
	public static final Program SETSID = new Program("setsid", "util-linux");

	/** Finds it, also in the directories of system programs. */
	public Optional<Path> path() {
		return path(Optional.ofNullable(System.getenv("PATH")).orElse(""));
	}

	Optional<Path> path(String path) {
		return Stream
			.concat(Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty()),
					Stream.of("/usr/sbin", "/usr/local/sbin", "/sbin", "/usr/bin", "/usr/local/bin"))
			.map(folder -> Path.of(folder, file))
			.filter(found -> Files.isRegularFile(found) && Files.isExecutable(found))
			.findFirst();
	}

	/**
	 * Returns the path of the program.
	 * @throws MissingProgramException if it is missing; the message says what to install
	 */
	public Path require() {
		return path().orElseThrow(() -> new MissingProgramException(file + " is not installed; install the package "
				+ debianPackage + " (Debian, Ubuntu: apt install " + debianPackage + ")"));
	}

}
