package org.campanile.web.servers;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.servers.ExecutableJar;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jar for administrators must contain the license and a notice of all libraries in
 * it.
 */
class ExecutableJarServersIT {

	/** Modules of this project, which are under its own license. */
	private static final Pattern OWN = Pattern.compile("(idp-core|storage-[a-z]+)-[0-9].*");

	/** The end of a file name, from the version on. */
	private static final Pattern VERSION = Pattern.compile("-[0-9].*\\.jar$");

	@AutoClose
	private FileSystem jar;

	@BeforeEach
	void open() throws IOException {
		jar = FileSystems.newFileSystem(ExecutableJar.in(Path.of("target")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "LICENSE", "NOTICE" })
	void whenTheJarIsHandedOnThenItsLicenseGoesWithIt(String file) {
		assertThat(jar.getPath("META-INF", file)).hasSameTextualContentAs(Path.of("..", file));
	}

	@Test
	void whenALibraryIsInTheJarThenTheNoticeNamesItAndNoOther() throws IOException {
		List<String> libraries = libraries();
		List<Pattern> named = named();
		assertThat(libraries).isNotEmpty()
			.allMatch(library -> named.stream().anyMatch(name -> name.matcher(library).matches()));
		assertThat(named).allMatch(name -> libraries.stream().anyMatch(library -> name.matcher(library).matches()));
	}

	private List<String> libraries() throws IOException {
		try (Stream<Path> files = Files.list(jar.getPath("BOOT-INF/lib"))) {
			return files.map(file -> file.getFileName().toString())
				.filter(file -> !OWN.matcher(file).matches())
				.map(file -> VERSION.matcher(file).replaceFirst(""))
				.toList();
		}
	}

	/** NOTICE indents names by two spaces, and their descriptions further. */
	private static List<Pattern> named() throws IOException {
		return Files.readString(Path.of("../NOTICE"))
			.lines()
			.takeWhile(line -> !line.startsWith("Inside those libraries"))
			.filter(line -> line.matches("  \\S.*"))
			.flatMap(line -> Arrays.stream(line.strip().split(", ")))
			.map(name -> Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
			.map(Pattern::compile)
			.toList();
	}

}
