package org.campanile.web.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code bin/campanile} in a make-believe source tree, with make-believe JDKs and Maven
 * that write down how they were called.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTests {

	private static final Path SCRIPT = Path.of("..", "bin", "campanile").toAbsolutePath().normalize();

	private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

	@TempDir
	private Path folder;

	private Path tree;

	private Path tools;

	@BeforeEach
	void makeTree() throws IOException {
		tree = Files.createDirectories(folder.resolve("a tree"));
		Files.createDirectories(tree.resolve("bin"));
		Files.copy(SCRIPT, tree.resolve("bin/campanile"));
		old(tree.resolve("pom.xml"));
		old(tree.resolve("idp-core/src/main/java/A.java"));
		old(tree.resolve("idp-web/src/main/java/B.java"));
		old(tree.resolve("storage-memory/pom.xml"));
		tools = Files.createDirectories(folder.resolve("tools"));
		for (String tool : List.of("dirname", "readlink", "sed", "find", "head", "touch", "mkdir", "mv", "rm", "wc",
				"cat")) {
			Path real = List.of(Path.of("/usr/bin", tool), Path.of("/bin", tool))
				.stream()
				.filter(Files::isExecutable)
				.findFirst()
				.orElseThrow();
			script(tools.resolve(tool), "exec " + real + " \"$@\"");
		}
	}

	@Test
	void whenNoJavaThenOneLineThatSaysWhatToInstall() throws Exception {
		Result result = run(List.of("run"));
		assertThat(result.status()).isEqualTo(1);
		assertThat(result.lines()).singleElement()
			.asString()
			.startsWith(
					"campanile: no Java 25 found; install a JDK 25 (https://adoptium.net/installation/linux has packages, temurin-25-jdk,");
	}

	@ParameterizedTest
	@CsvSource({ "17.0.9,false", "1.8.0_402,false", "24,false", "25,true", "25.0.1,true", "26-ea,true" })
	void whenAJavaIsInstalledThenItsReleaseFileDecides(String version, boolean suits) throws Exception {
		jdk(folder.resolve("jvms/one jdk"), version);
		jar();
		Result result = run(List.of("check"));
		assertThat(result.status()).isEqualTo(suits ? 0 : 1);
	}

	@Test
	void whenSeveralThenJavaHomeAndThePathComeFirst() throws Exception {
		jar();
		jdk(folder.resolve("jvms/jdk"), "25");
		Path home = jdk(folder.resolve("home jdk"), "25");
		Path onPath = jdk(folder.resolve("path jdk"), "25");
		assertThat(run(List.of("check")).output()).contains("java in jdk ");
		Files.createSymbolicLink(tools.resolve("java"), onPath.resolve("bin/java"));
		assertThat(run(List.of("check")).output()).contains("java in path jdk ");
		assertThat(run(List.of("check"), "JAVA_HOME", home.toString()).output()).contains("java in home jdk ");
		jdk(home, "21");
		assertThat(run(List.of("check"), "JAVA_HOME", home.toString()).output()).contains("java in path jdk ");
	}

	@Test
	void whenBuiltThenEveryWordIsPassedOn() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Result result = run(List.of("run", "--home", "a b", "*"));
		assertThat(result.status()).isZero();
		assertThat(result.lines()).containsSubsequence("<-jar>", "<" + jarPath() + ">", "<run>", "<--home>", "<a b>",
				"<*>");
		assertThat(result.lines()).doesNotContain("<-XX:+UseSerialGC>");
		assertThat(run(List.of("check")).lines()).contains("<-XX:+UseSerialGC>");
	}

	@Test
	void whenAServerStartsThenWithTheOptionsOfItsFile() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		String options = "<@" + tree.toRealPath().resolve("bin/jvm.options") + ">";
		assertThat(run(List.of("run")).lines()).contains(options);
		assertThat(run(List.of("check")).lines()).doesNotContain(options)
			.contains("<--enable-native-access=ALL-UNNAMED>");
	}

	@Test
	void whenTheJavaThatRunsThisReadsTheOptionsThenItKnowsAllOfThem() throws Exception {
		Process java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"@" + Path.of("..", "bin", "jvm.options"), "-XX:+PrintFlagsFinal", "-version")
			.redirectErrorStream(true)
			.start();
		try (BufferedReader output = java.inputReader()) {
			assertThat(output.lines()).noneMatch(line -> line.contains("warning"))
				.anyMatch(line -> line.matches(".*UseCompactObjectHeaders += true.*"))
				.anyMatch(line -> line.matches(".*ExitOnOutOfMemoryError += true.*"));
		}
		assertThat(java.waitFor()).isZero();
	}

	@Test
	void whenAServerStartsThenItsHeapIsBoundedAndFollowsWhatIsLive() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		String bound = run(List.of("run")).lines()
			.stream()
			.filter(word -> word.matches("<-Xmx[0-9]+m>"))
			.findFirst()
			.orElseThrow();
		assertThat(Integer.parseInt(bound.replaceAll("\\D", ""))).isBetween(64, 1024);
		assertThat(run(List.of("check")).output()).doesNotContain("-Xmx");
	}

	@ParameterizedTest
	@CsvSource({ "CAMPANILE_JAVA_OPTS, -Xmx4g", "CAMPANILE_JAVA_OPTS, -XX:MaxRAMPercentage=75",
			"JAVA_TOOL_OPTIONS, -Xmx4g" })
	void whenTheHeapIsSetThenNoOtherBoundIsGiven(String variable, String option) throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		assertThat(run(List.of("run"), variable, option).output()).doesNotContainPattern("<-Xmx[0-9]+m>");
	}

	@Test
	void whenTheDemoStartsThenItsJarsAreBesideTheServers() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		old(tree.resolve("demo/target/lib/demo-1.0.jar"));
		String libraries = tree.toRealPath().resolve("demo/target/lib").toString();
		assertThat(run(List.of("demo", "--port", "9000")).lines()).containsSubsequence(
				"<-Dloader.path=" + libraries + ">", "<-cp>", "<" + jarPath() + ">",
				"<org.springframework.boot.loader.launch.PropertiesLauncher>", "<demo>", "<--port>", "<9000>");
		assertThat(run(List.of("run")).output()).doesNotContain("loader.path");
		old(cache());
		Path laidOut = cache().resolveSibling(jarPath().getFileName());
		old(laidOut);
		madeOfJar(Files.size(jarPath()));
		assertThat(run(List.of("demo")).lines()).containsSubsequence("<-XX:AOTCache=" + cache() + ">", "<-cp>",
				"<" + laidOut + ":" + libraries + "/*>", "<org.campanile.web.command.Campanile>", "<demo>");
	}

	@ParameterizedTest
	@ValueSource(strings = { "--help", "-h", "help", "" })
	void whenHelpIsAskedForThenTheDemoIsListedIfItIsThere(String word) throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		List<String> words = word.isEmpty() ? List.of() : List.of(word);
		assertThat(run(words).lines()).containsSubsequence("<-jar>", "<" + jarPath() + ">");
		old(tree.resolve("demo/target/lib/demo-1.0.jar"));
		assertThat(run(words).lines()).containsSubsequence(
				"<-Dloader.path=" + tree.toRealPath().resolve("demo/target/lib") + ">", "<-cp>", "<" + jarPath() + ">",
				"<org.springframework.boot.loader.launch.PropertiesLauncher>");
		assertThat(run(List.of("check")).output()).doesNotContain("loader.path");
	}

	@Test
	void whenTheDemoIsNotInstalledThenOneLine() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		old(tree.resolve("lib/campanile.jar"));
		Result result = run(List.of("demo"));
		assertThat(result.status()).isEqualTo(1);
		assertThat(result.lines()).singleElement().asString().contains("the demo is no part of this installation");
	}

	@Test
	void whenJavaOptionsAreGivenThenTheyWin() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		assertThat(run(List.of("check"), "CAMPANILE_JAVA_OPTS", "-Xmx1g -XX:+UseZGC").lines())
			.containsSubsequence("<-Xmx1g>", "<-XX:+UseZGC>", "<-jar>")
			.doesNotContain("<-XX:+UseSerialGC>");
	}

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

	/** Packages keep the times of their files: an upgrade may be older than the cache. */
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
		script(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/java"), """
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
				""");
		jar();
		Result made = run(List.of("aot"));
		assertThat(made.status()).as(made.output()).isZero();
		assertThat(made.lines()).containsSubsequence("<extract>",
				"<@" + tree.toRealPath().resolve("bin/jvm.options") + ">", "<-XX:AOTCacheOutput=" + cache() + ".new>",
				"<train>");
		assertThat(cache()).exists();
		assertThat(run(List.of("run")).lines()).contains("<-XX:AOTCache=" + cache() + ">");
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

	private void madeOfJar(long size) throws IOException {
		Path madeOf = cache().resolveSibling("made-of");
		Files.writeString(madeOf, size + "\n");
		Files.setLastModifiedTime(madeOf, Files.getLastModifiedTime(jarPath()));
	}

	private Path cache() throws IOException {
		return Path.of(jarPath().toString().replace(".jar", "-aot")).resolve("classes.aot");
	}

	@Test
	void whenCalledThroughALinkFromElsewhereThenTheSame() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Path first = Files.createSymbolicLink(folder.resolve("link one"), Path.of("a tree", "bin", "campanile"));
		Path second = Files.createSymbolicLink(folder.resolve("link two"), first);
		assertThat(run(second, List.of("--version")).lines()).containsSubsequence("<" + jarPath() + ">", "<--version>");
	}

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
	void whenInstalledThenItsJarIsStartedAndNothingBuilt() throws Exception {
		Files.delete(jdk(folder.resolve("jvms/jdk"), "25").resolve("bin/javac"));
		Path jar = tree.resolve("lib/campanile.jar");
		old(jar);
		Result result = run(List.of("run"));
		assertThat(result.status()).isZero();
		assertThat(result.lines()).containsSubsequence("<-jar>", "<" + jar.toRealPath() + ">", "<run>");
		Files.delete(jar);
		Files.delete(tree.resolve("pom.xml"));
		Result broken = run(List.of("run"));
		assertThat(broken.status()).isEqualTo(1);
		assertThat(broken.lines()).singleElement().asString().contains("unpack the release again");
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

	private Path jarPath() throws IOException {
		return tree.toRealPath().resolve("idp-web/target/idp-web-1.0-exec.jar");
	}

	private void jar() throws IOException {
		old(jarPath());
		Files.setLastModifiedTime(jarPath(), FileTime.from(Instant.parse("2026-02-01T00:00:00Z")));
	}

	private Path jdk(Path home, String version) throws IOException {
		Files.createDirectories(home.resolve("bin"));
		Files.writeString(home.resolve("release"),
				"IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\nOS=\"Linux\"\n");
		script(home.resolve("bin/java"), """
				echo "java in %s "
				for word in "$@"; do echo "<$word>"; done
				""".formatted(home.getFileName()));
		script(home.resolve("bin/javac"), "");
		return home;
	}

	private void maven(int status, boolean leavesJar) throws IOException {
		script(tools.resolve("mvn"), """
				echo "mvn $* in ${PWD##*/} with $JAVA_HOME"
				%s
				exit %d
				""".formatted(leavesJar ? "mkdir -p idp-web/target; touch idp-web/target/idp-web-1.0-exec.jar" : "",
				status));
	}

	private static void script(Path file, String body) throws IOException {
		Files.writeString(file, "#!/bin/sh\n" + body);
		assertThat(file.toFile().setExecutable(true)).isTrue();
	}

	/** Files and their folders from long ago. */
	private void old(Path file) throws IOException {
		Files.createDirectories(file.getParent());
		Files.writeString(file, "old");
		for (Path path = file; path != null && !Files.isSameFile(path, tree); path = path.getParent()) {
			Files.setLastModifiedTime(path, FileTime.from(LONG_AGO));
		}
	}

	private Result run(List<String> words, String... environment) throws Exception {
		return run(tree.resolve("bin/campanile"), words, environment);
	}

	private Result run(Path script, List<String> words, String... environment) throws Exception {
		List<String> command = new ArrayList<>(List.of(script.toString()));
		command.addAll(words);
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
		builder.environment().clear();
		builder.environment().put("PATH", tools.toString());
		builder.environment().put("HOME", folder.resolve("nobody").toString());
		builder.environment().put("CAMPANILE_JVM_DIRS", folder.resolve("empty") + ":" + folder.resolve("jvms"));
		for (int i = 0; i < environment.length; i += 2) {
			builder.environment().put(environment[i], environment[i + 1]);
		}
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		return new Result(process.exitValue(), output);
	}

	private record Result(int status, String output) {

		List<String> lines() {
			return output.lines().toList();
		}

	}

}
