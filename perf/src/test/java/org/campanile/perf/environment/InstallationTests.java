package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.SystemSpec.Launch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class InstallationTests {

	@TempDir
	private Path tree;

	private Path jar;

	@BeforeEach
	void makeTree() throws Exception {
		Files.createDirectories(tree.resolve("bin"));
		jar = Files.createDirectories(tree.resolve("idp-web/target")).resolve("idp-web-1.0-exec.jar");
		Files.writeString(jar, "a server");
	}

	@Test
	void whenThereIsNoCacheThenTheJarStartsANode() throws Exception {
		assertThat(words(Launch.HARNESS)).containsExactly("-Dloader.path=" + tree,
				"-Dloader.main=" + NodeMain.class.getName(), "-cp", jar.toString(),
				"org.springframework.boot.loader.launch.PropertiesLauncher", "home", "server.port=1");
		assertThat(words(Launch.PRODUCT)).containsExactly("-Dserver.port=1", "-jar", jar.toString(), "run", "--home",
				"home");
		assertThatIOException().isThrownBy(() -> words(Launch.PRODUCT_WITH_CACHE))
			.withMessageContaining("run bin/campanile aot");
	}

	@Test
	void whenThereIsACacheThenNodesStartFromItAndTheProductOnRequest() throws Exception {
		Path folder = makeCache();
		Path laidOut = folder.resolve(jar.getFileName());
		String option = "-XX:AOTCache=" + folder.resolve("classes.aot");
		assertThat(words(Launch.HARNESS)).containsExactly(option, "-cp", laidOut + ":" + tree, NodeMain.class.getName(),
				"home", "server.port=1");
		assertThat(words(Launch.PRODUCT_WITH_CACHE)).containsExactly(option, "-Dserver.port=1", "-jar",
				laidOut.toString(), "run", "--home", "home");
		assertThat(words(Launch.PRODUCT)).containsExactly("-Dserver.port=1", "-jar", jar.toString(), "run", "--home",
				"home");
	}

	@Test
	void whenTheServerStandsInATreeThenItRunsWithTheOptionsOfThatTree(@TempDir Path harness) throws Exception {
		Path own = Files.writeString(tree.resolve("bin/jvm.options"), "-Xint");
		Files.writeString(Files.createDirectory(harness.resolve("bin")).resolve("jvm.options"), "");
		assertThat(new Installation(jar, harness.resolve("perf.jar")).virtualMachineOptions()).isEqualTo(own);
	}

	@Test
	void whenTheServerStandsInNoTreeThenItRunsWithTheOptionsOfTheHarness(@TempDir Path elsewhere) throws Exception {
		Path options = Files.writeString(tree.resolve("bin/jvm.options"), "-Xint");
		assertThat(new Installation(elsewhere.resolve("idp.jar"), tree.resolve("perf.jar")).virtualMachineOptions())
			.isEqualTo(options);
	}

	@Test
	void whenNoTreeHasOptionsThenTheyAreSaidToBeMissing(@TempDir Path elsewhere) {
		Installation installation = new Installation(elsewhere.resolve("idp.jar"), elsewhere.resolve("perf.jar"));
		assertThatIOException().isThrownBy(installation::virtualMachineOptions)
			.withMessageContaining("no bin/jvm.options in any folder above " + elsewhere);
	}

	private List<String> words(Launch launch) throws IOException {
		return new Installation(jar, tree).words(launch, Path.of("home"), Map.of("server.port", "1"));
	}

	/** Writes what {@code bin/campanile aot} would. */
	private Path makeCache() throws IOException {
		Path folder = Files.createDirectory(jar.resolveSibling("idp-web-1.0-exec-aot"));
		Files.writeString(folder.resolve("classes.aot"), "classes");
		Path madeOf = Files.write(folder.resolve("made-of"),
				List.of(Long.toString(Files.size(jar)), "sum", folder.toRealPath().toString()));
		Files.setLastModifiedTime(madeOf, Files.getLastModifiedTime(jar));
		return folder;
	}

}
