package org.campanile.web.launcher;

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
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A simulated source tree with {@code bin/campanile}, and simulated JDKs and Maven that
 * record how they were called.
 */
abstract class LauncherFixture {

	private static final Path SCRIPT = Path.of("..", "bin", "campanile").toAbsolutePath().normalize();

	private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

	@TempDir
	Path folder;

	Path tree;

	Path tools;

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
		for (String tool : List.of("dirname", "readlink", "sed", "find", "head", "touch", "mkdir", "mv", "rm", "rmdir",
				"wc", "id", "tail", "cksum", "cat", "locale")) {
			Path real = List.of(Path.of("/usr/bin", tool), Path.of("/bin", tool))
				.stream()
				.filter(Files::isExecutable)
				.findFirst()
				.orElseThrow();
			script(tools.resolve(tool), "exec " + real + " \"$@\"");
		}
	}

	void madeOfJar(long size) throws IOException {
		Path madeOf = cache().resolveSibling("made-of");
		Process sum = new ProcessBuilder("sh", "-c", "tail -c 65536 -- \"$1\" | cksum", "sh", jarPath().toString())
			.start();
		String directory = new String(sum.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Files.writeString(madeOf, size + "\n" + directory + cache().getParent() + "\n");
		Files.setLastModifiedTime(madeOf, Files.getLastModifiedTime(jarPath()));
	}

	Path cache() throws IOException {
		return Path.of(jarPath().toString().replace(".jar", "-aot")).resolve("classes.aot");
	}

	Path jarPath() throws IOException {
		return tree.toRealPath().resolve("idp-web/target/idp-web-1.0-exec.jar");
	}

	void jar() throws IOException {
		old(jarPath());
		Files.setLastModifiedTime(jarPath(), FileTime.from(Instant.parse("2026-02-01T00:00:00Z")));
	}

	Path jdk(Path home, String version) throws IOException {
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

	void maven(int status, boolean leavesJar) throws IOException {
		script(tools.resolve("mvn"), """
				echo "mvn $* in ${PWD##*/} with $JAVA_HOME"
				%s
				exit %d
				""".formatted(leavesJar ? "mkdir -p idp-web/target; touch idp-web/target/idp-web-1.0-exec.jar" : "",
				status));
	}

	static void script(Path file, String body) throws IOException {
		Files.writeString(file, "#!/bin/sh\n" + body);
		assertThat(file.toFile().setExecutable(true)).isTrue();
	}

	/** Creates a file whose time, like that of its folders, is long ago. */
	void old(Path file) throws IOException {
		Files.createDirectories(file.getParent());
		Files.writeString(file, "old");
		for (Path path = file; path != null && !Files.isSameFile(path, tree); path = path.getParent()) {
			Files.setLastModifiedTime(path, FileTime.from(LONG_AGO));
		}
	}

	Result run(List<String> words, String... environment) throws Exception {
		return run(tree.resolve("bin/campanile"), words, environment);
	}

	Result run(Path script, List<String> words, String... environment) throws Exception {
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

	record Result(int status, String output) {

		List<String> lines() {
			return output.lines().toList();
		}

	}

}
