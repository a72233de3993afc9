package org.campanile.testkit.process;

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

/**
 * Finds the AOT cache that the real {@code bin/campanile aot} leaves, made by a simulated
 * Java.
 */
class AotCacheTests {

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
		assertThat(AotCache.of(jar)).isEmpty();
		makeCache();
		assertThat(AotCache.of(jar)).hasValueSatisfying(cache -> {
			assertThat(cache.jar()).hasContent("a server");
			assertThat(cache.classes()).isReadable().isRegularFile();
			assertThat(cache.option()).isEqualTo("-XX:AOTCache=" + cache.classes());
		});
	}

	@Test
	void whenTheServerWasBuiltAnewThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		FileTime built = Files.getLastModifiedTime(jar);
		Files.writeString(jar, "another server");
		Files.setLastModifiedTime(jar, built);
		assertThat(AotCache.of(jar)).isEmpty();
	}

	@Test
	void whenTheServerHasAnotherTimeThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
		assertThat(AotCache.of(jar)).isEmpty();
	}

	@Test
	void whenTheTreeWasMovedThenTheCacheDoesNotFit() throws Exception {
		makeCache();
		Path moved = Files.move(tree.resolve("idp-web"), tree.resolve("moved"));
		assertThat(AotCache.of(moved.resolve("target").resolve(jar.getFileName()))).isEmpty();
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
