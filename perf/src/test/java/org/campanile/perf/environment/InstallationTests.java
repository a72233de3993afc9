package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Finds the AOT cache that the real {@code bin/campanile aot} leaves, made by a simulated
 * Java.
 */
class InstallationTests {

	@TempDir
	private Path tree;

	private Path jar;

	@BeforeEach
	void makeTree() throws Exception {
		Files.createDirectories(tree.resolve("bin"));
		Files.copy(Path.of("..", "bin", "campanile"), tree.resolve("bin/campanile"));
		Files.writeString(tree.resolve("pom.xml"), "");
		jar = Files.createDirectories(tree.resolve("idp-web/target")).resolve("idp-web-1.0-exec.jar");
		Files.writeString(jar, "a server");
		Path java = Files.createDirectories(tree.resolve("jdk/bin")).resolve("java");
		Files.writeString(tree.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
		Files.writeString(java, """
				#!/bin/sh
				for word in "$@"; do
					# Called as -Djarmode=tools -jar JAR extract --destination FOLDER.
					[ "$before" != --destination ] || { mkdir -p "$word" && cp "$3" "$word"; }
					case $word in -XX:AOTCacheOutput=*) echo cache > "${word#*=}" ;; esac
					before=$word
				done
				""");
		assertThat(java.toFile().setExecutable(true)).isTrue();
	}

	@Test
	void whenTheLauncherHasMadeACacheThenItIsFound() throws Exception {
		assertThat(installation().cache()).isEmpty();
		makeCache();
		assertThat(installation().cache()).hasValueSatisfying(cache -> assertThat(cache).isReadable().isRegularFile());
	}

	@Test
	void whenTheServerWasBuiltAnewThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		FileTime built = Files.getLastModifiedTime(jar);
		Files.writeString(jar, "another server");
		Files.setLastModifiedTime(jar, built);
		assertThat(installation().cache()).isEmpty();
	}

	@Test
	void whenTheServerHasAnotherTimeThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
		assertThat(installation().cache()).isEmpty();
	}

	@Test
	void whenTheTreeWasMovedThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		Path moved = Files.move(tree.resolve("idp-web"), tree.resolve("moved"));
		assertThat(new Installation(moved.resolve("target").resolve(jar.getFileName()), tree).cache()).isEmpty();
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

	private Installation installation() {
		return new Installation(jar, tree);
	}

	private void makeCache() throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(tree.resolve("bin/campanile").toString(), "aot")
			.redirectErrorStream(true);
		builder.environment().remove("CAMPANILE_AOT_DIR");
		builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
		Process launcher = builder.start();
		String output = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(launcher.waitFor()).as(output).isZero();
	}

}
