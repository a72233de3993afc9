package org.campanile.web.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the builds that the launcher performs before a start. */
@DisabledOnOs(OS.WINDOWS)
class LauncherBuildTests extends LauncherFixture {

	@Test
	void whenNotBuiltThenBuiltOnceWithTheJavaFound() throws Exception {
		Path jdk = jdk(folder.resolve("jvms/jdk"), "25");
		maven(0, true);
		Result result = run(List.of("run"));
		assertThat(result.status()).as(result.output()).isZero();
		assertThat(result.output()).startsWith("campanile: the server is not built yet; building it")
			.contains("mvn -B -ntp -T 2 -Dquick -pl idp-web -am package in a tree with " + jdk)
			.contains("<run>");
		assertThat(run(List.of("run")).output()).doesNotContain("mvn");
	}

	@ParameterizedTest
	@CsvSource({ "idp-core/src/main/java/A.java,true", "idp-web/src/main/resources/new.html,true", "pom.xml,true",
			"storage-memory/pom.xml,true", "storage-jpa/src/main/java/C.java,true",
			"deploy/nginx/campanile-server.conf,true", "idp-core/src/test/java/ATests.java,false", "perf/pom.xml,false",
			"README.md,false", "idp-core/target/classes/src/main/x,false" })
	void whenASourceIsNewerThenBuiltAnew(String file, boolean built) throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		maven(0, true);
		jar();
		Path changed = tree.resolve(file);
		Files.createDirectories(changed.getParent());
		Files.writeString(changed, "new");
		Result result = run(List.of("run"));
		assertThat(result.status()).isZero();
		if (built) {
			assertThat(result.output()).contains("is newer than the built server; building it").contains("mvn -B");
		}
		else {
			assertThat(result.output()).doesNotContain("mvn");
		}
	}

	@Test
	void whenMavenIsMissingOrFailsThenOneLineAndNothingStarts() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		Result missing = run(List.of("run"));
		assertThat(missing.status()).isEqualTo(1);
		assertThat(missing.lines().getLast()).startsWith("campanile: Maven is needed to build");
		maven(1, false);
		Result failed = run(List.of("run"));
		assertThat(failed.status()).isEqualTo(1);
		assertThat(failed.lines().getLast()).isEqualTo("campanile: the build failed; the lines above say why.");
	}

	@Test
	void whenARuntimeWithoutCompilerThenOneLine() throws Exception {
		Files.delete(jdk(folder.resolve("jvms/jre"), "25").resolve("bin/javac"));
		maven(0, true);
		assertThat(run(List.of("run")).lines().getLast()).contains("has no compiler; install a JDK 25");
	}

	@Test
	void whenPerfThenItsMainIsStartedWithEveryOtherWord() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		perfJar();
		Result result = run(List.of("perf", "memphis", "--store", "a b"));
		assertThat(result.status()).as(result.output()).isZero();
		assertThat(result.lines())
			.containsSubsequence("<-cp>",
					"<" + tree.toRealPath().resolve("perf/target/perf-1.0.jar") + ":"
							+ tree.toRealPath().resolve("perf/target/lib") + "/*>",
					"<org.campanile.perf.Perf>", "<memphis>", "<--store>", "<a b>")
			.contains("<--add-opens=java.base/java.lang=ALL-UNNAMED>")
			.doesNotContain("<perf>", "<-jar>");
	}

	@Test
	void whenScenariosAreListedThenNothingIsBuiltAndNoJavaIsNeeded() throws Exception {
		Path list = tree.resolve("perf/src/main/resources/org/campanile/perf/scenarios.txt");
		Files.createDirectories(list.getParent());
		Files.writeString(list, "memphis        University of Memphis\n");
		Result result = run(List.of("perf", "--list"));
		assertThat(result.status()).as(result.output()).isZero();
		assertThat(result.output()).isEqualTo("memphis        University of Memphis\n");
	}

	@ParameterizedTest
	@CsvSource({ "perf/src/main/java/P.java,true", "perf/pom.xml,true", "idp-web/src/main/java/B.java,true",
			"perf/src/test/java/PTests.java,false" })
	void whenASourceIsNewerThanPerfThenBuiltAnew(String file, boolean built) throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		maven(0, true);
		jar();
		perfJar();
		Path changed = tree.resolve(file);
		Files.createDirectories(changed.getParent());
		Files.writeString(changed, "new");
		Result result = run(List.of("perf", "--list"));
		assertThat(result.status()).as(result.output()).isZero();
		assertThat(result.output().contains("mvn -B -ntp -T 2 -Dquick -pl perf -am package")).isEqualTo(built);
	}

	@Test
	void whenPerfIsInstalledWithoutSourcesThenOneLine() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		old(tree.resolve("lib/campanile.jar"));
		Files.delete(tree.resolve("pom.xml"));
		Result result = run(List.of("perf", "--list"));
		assertThat(result.status()).isEqualTo(1);
		assertThat(result.lines()).singleElement().asString().contains("perf needs a source tree");
	}

	private void perfJar() throws IOException {
		Path jar = tree.resolve("perf/target/perf-1.0.jar");
		old(jar);
		Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-02-01T00:00:00Z")));
	}

}
