package org.campanile.web.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the JDK's AOT cache: when it is used, and how it is made. */
@DisabledOnOs(OS.WINDOWS)
class LauncherCacheTests extends LauncherFixture {

	/** A fake Java that unpacks a jar and creates a cache on request. */
	private static final String MAKING = """
			for word in "$@"; do
				echo "<$word>"
				case $word in
					-XX:AOTCacheOutput=*) echo cache >"${word#*=}" ;;
				esac
				case $before in
					--destination) mkdir -p "$word"; echo jar >"$word/idp-web-1.0-exec.jar" ;;
				esac
				before=$word
			done
			""";

	@Test
	void whenThereIsACacheOfThisVeryJarThenUsed() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Path cache = cache();
		old(cache);
		madeOfJar(Files.size(jarPath()));
		assertThat(run(List.of("run")).output()).as("half of it is gone").doesNotContain("AOTCache");
		Path laidOut = cache.resolveSibling(jarPath().getFileName());
		old(laidOut);
		assertThat(run(List.of("run")).lines()).containsSubsequence("<-XX:AOTCache=" + cache + ">", "<-jar>",
				"<" + laidOut + ">", "<run>");
		assertThat(run(List.of("check")).lines()).doesNotContain("<-XX:AOTCache=" + cache + ">")
			.contains("<" + jarPath() + ">");
		madeOfJar(7);
		assertThat(run(List.of("run")).output()).as("of a jar of another size").doesNotContain("AOTCache");
	}

	/** Jars in packages have the time of their version, not of their build. */
	@Test
	void whenTheJarIsReplacedByOneOfTheSameSizeAndTimeThenTheCacheIsPassedOver() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Files.writeString(jarPath(), "one");
		old(cache());
		old(cache().resolveSibling(jarPath().getFileName()));
		madeOfJar(Files.size(jarPath()));
		assertThat(run(List.of("run")).output()).contains("AOTCache");
		FileTime time = Files.getLastModifiedTime(jarPath());
		Files.writeString(jarPath(), "two");
		Files.setLastModifiedTime(jarPath(), time);
		assertThat(run(List.of("run")).output()).doesNotContain("AOTCache");
	}

	/**
	 * Packages preserve the times of files, so an upgrade may be older than the cache.
	 */
	@Test
	void whenTheJarIsReplacedByAnOlderFileThenTheCacheIsPassedOver() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		old(cache());
		old(cache().resolveSibling(jarPath().getFileName()));
		madeOfJar(Files.size(jarPath()));
		assertThat(run(List.of("run")).output()).contains("AOTCache");
		Files.setLastModifiedTime(jarPath(), FileTime.from(Instant.parse("2025-01-01T00:00:00Z")));
		assertThat(run(List.of("run")).output()).doesNotContain("AOTCache");
	}

	@Test
	void whenTheCacheIsMadeThenWithTheOptionsOfAServerAndUsedAfterwards() throws Exception {
		script(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java"), MAKING);
		jar();
		Result made = run(List.of("aot", "--home", "a home"));
		assertThat(made.status()).as(made.output()).isZero();
		assertThat(made.lines()).containsSubsequence("<extract>", "<unsign>", "<" + cache().resolveSibling("lib") + ">",
				"<@" + tree.toRealPath().resolve("bin/jvm.options") + ">", "<-XX:+UseG1GC>", "<-XX:-AOTRecordTraining>",
				"<-XX:AOTCacheOutput=" + cache() + ".new>", "<train>", "<--home>", "<a home>");
		assertThat(cache()).exists();
		assertThat(run(List.of("run")).lines()).contains("<-XX:AOTCache=" + cache() + ">");
	}

	/**
	 * The user that the server runs as cannot write where a package installs its files.
	 */
	@Test
	void whenAnotherFolderIsNamedThenTheCacheIsThere() throws Exception {
		script(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java"), MAKING);
		jar();
		Path elsewhere = Files.createDirectories(folder.resolve("var lib"));
		Files.writeString(elsewhere.resolve("kept"), "");
		Path cache = elsewhere.resolve("idp-web-1.0-exec-aot/classes.aot");
		assertThat(run(List.of("aot"), "CAMPANILE_AOT_DIR", elsewhere.toString()).status()).isZero();
		assertThat(cache).exists();
		assertThat(elsewhere.resolve("kept")).exists();
		assertThat(cache()).doesNotExist();
		assertThat(run(List.of("run"), "CAMPANILE_AOT_DIR", elsewhere.toString()).lines())
			.contains("<-XX:AOTCache=" + cache + ">");
		assertThat(run(List.of("run")).output()).doesNotContain("AOTCache");
	}

	/** The JDK does not start at all from a cache whose folder was moved. */
	@Test
	void whenTheTreeWasMovedThenTheCacheIsPassedOver() throws Exception {
		script(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java"), MAKING);
		jar();
		assertThat(run(List.of("aot")).status()).isZero();
		assertThat(run(List.of("run")).output()).contains("AOTCache");
		tree = Files.move(tree, folder.resolve("moved"));
		assertThat(run(List.of("run")).output()).doesNotContain("AOTCache");
	}

	/** As after a loss of power while a cache was made. */
	@Test
	void whenATrainingWasCutOffThenTheCacheOfBeforeIsNotLost() throws Exception {
		Path java = jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java");
		script(java, MAKING);
		jar();
		assertThat(run(List.of("aot")).status()).isZero();
		Files.writeString(cache(), "the cache of before");
		Path laidOut = tree.resolve("idp-web/target/idp-web-1.0-exec-aot");
		Files.move(laidOut, laidOut.resolveSibling("idp-web-1.0-exec-aot.old"));
		Path lock = Files.createDirectory(laidOut.resolveSibling("idp-web-1.0-exec-aot.lock"));
		Files.createDirectory(laidOut);
		Result refused = run(List.of("aot"));
		assertThat(refused.status()).isEqualTo(1);
		assertThat(refused.output()).contains(lock.toRealPath() + " cannot be made; another \"aot\" is at work");
		Files.delete(lock);
		script(java, "for word in \"$@\"; do [ \"$word\" != train ] || exit 1; done");
		assertThat(run(List.of("aot")).status()).isEqualTo(1);
		assertThat(cache()).hasContent("the cache of before");
	}

	@Test
	void whenTheTrainingFailsThenTheCacheOfBeforeIsUsedFurther() throws Exception {
		Path java = jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java");
		script(java, MAKING);
		jar();
		assertThat(run(List.of("aot")).status()).isZero();
		Files.writeString(cache(), "the cache of before");
		script(java, "for word in \"$@\"; do [ \"$word\" != train ] || exit 1; echo \"<$word>\"; done");
		assertThat(run(List.of("aot")).status()).isEqualTo(1);
		assertThat(cache()).hasContent("the cache of before");
		assertThat(run(List.of("run")).lines()).contains("<-XX:AOTCache=" + cache() + ">");
		script(java, MAKING);
		assertThat(run(List.of("aot")).status()).isZero();
		assertThat(cache()).hasContent("cache");
		try (Stream<Path> left = Files.list(tree.resolve("idp-web/target"))) {
			assertThat(left.map(Path::getFileName).map(Path::toString))
				.containsExactlyInAnyOrder("idp-web-1.0-exec.jar", "idp-web-1.0-exec-aot");
		}
	}

	@Test
	void whenTheTrainingFailsThenNothingOfItIsLeftAndTheServerStartsAsBefore() throws Exception {
		script(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java"),
				"for word in \"$@\"; do [ \"$word\" != train ] || exit 1; echo \"<$word>\"; done");
		jar();
		Result failed = run(List.of("aot"));
		assertThat(failed.status()).isEqualTo(1);
		assertThat(failed.lines().getLast()).startsWith("campanile: no cache was made");
		assertThat(cache().getParent()).doesNotExist();
		assertThat(run(List.of("run")).lines()).containsSubsequence("<-jar>", "<" + jarPath() + ">", "<run>");
	}

}
