package org.campanile.web.launcher;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests which Java runs which command, with which options. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTests extends LauncherFixture {

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
		assertThat(run(List.of("check")).lines()).contains("<-XX:+UseSerialGC>");
	}

	/**
	 * Java reads words by the locale: as ASCII in the C locale, which cron has, and in
	 * one that is not installed.
	 */
	@ParameterizedTest
	@EnabledOnOs(OS.LINUX)
	@CsvSource({ "LANG, '', C.UTF-8", "LANG, C, C.UTF-8", "LANG, xx_XX.UTF-8, C.UTF-8", "LC_ALL, POSIX, C.UTF-8",
			"LC_CTYPE, C, C.UTF-8", "LC_TIME, xx_XX.UTF-8, C.UTF-8", "LANG, C.UTF-8, unset" })
	void whenTheLocaleHasOnlyAsciiThenWordsAreReadAsUtf8(String variable, String locale, String expected)
			throws Exception {
		Path home = jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		script(home.resolve("bin/java"), "echo \"${LC_ALL-unset}\"");
		assertThat(run(List.of("check"), "LANG", "C.UTF-8", variable, locale).lines()).containsExactly(expected);
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
	void whenTheKernelGivesLargePagesThenAServerUsesThem() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Path kernel = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
		boolean given = Files.isReadable(kernel) && !Files.readString(kernel).contains("[never]");
		assertThat(run(List.of("run")).output().contains("-XX:+UseTransparentHugePages")).isEqualTo(given);
		assertThat(run(List.of("check")).output()).doesNotContain("UseTransparentHugePages");
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
	void whenTheHeapIsSetThenNoOtherBoundIsGivenAndTheVirtualMachineChoosesTheCollector(String variable, String option)
			throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		assertThat(run(List.of("run"), variable, option).output()).doesNotContainPattern("<-Xmx[0-9]+m>")
			.doesNotContain("UseSerialGC");
	}

	@Test
	void whenTheHeapIsNotSetThenTheSerialCollectorUnlessAnotherIs() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		assertThat(run(List.of("run")).lines()).contains("<-XX:+UseSerialGC>", "<-XX:MaxHeapFreeRatio=50>");
		assertThat(run(List.of("run"), "CAMPANILE_JAVA_OPTS", "-XX:+UseZGC").lines()).contains("<-XX:+UseZGC>")
			.doesNotContain("<-XX:+UseSerialGC>");
		assertThat(run(List.of("run"), "JAVA_TOOL_OPTIONS", "-XX:+UseG1GC").output()).doesNotContain("UseSerialGC")
			.doesNotContain("HeapFreeRatio");
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
	void whenCalledThroughALinkFromElsewhereThenTheSame() throws Exception {
		jdk(folder.resolve("jvms/jdk"), "25");
		jar();
		Path first = Files.createSymbolicLink(folder.resolve("link one"), Path.of("a tree", "bin", "campanile"));
		Path second = Files.createSymbolicLink(folder.resolve("link two"), first);
		assertThat(run(second, List.of("--version")).lines()).containsSubsequence("<" + jarPath() + ">", "<--version>");
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

}
