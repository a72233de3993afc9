package org.campanile.demo.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NodeCommandLineTests {

	private static final Path HOME = Path.of("/work/node1");

	@Test
	void whenAJarIsGivenThenItsLauncherRunsANodeOfThatHomeWithTheSettings() throws Exception {
		PackagedServer packaged = new PackagedServer(Path.of("/lib/campanile.jar"), Path.of("/lib/demo"));
		List<String> words = NodeCommandLine.of(Optional.of(packaged), HOME, Map.of("server.port", "8081"));
		assertThat(words).startsWith(Path.of(System.getProperty("java.home"), "bin", "java").toString())
			.endsWith("-Dloader.path=/lib/demo", "-cp", "/lib/campanile.jar",
					"org.springframework.boot.loader.launch.PropertiesLauncher", "demo-node", "--home", "/work/node1",
					"--set", "server.port=8081");
	}

	@Test
	void whenNoneIsGivenThenItRunsWhatThisProcessRuns() throws Exception {
		assertThat(NodeCommandLine.of(Optional.empty(), HOME, Map.of())).endsWith("-cp",
				System.getProperty("java.class.path"), "org.campanile.web.command.Campanile", "demo-node", "--home",
				"/work/node1");
	}

	/**
	 * Three nodes must fit on a small machine and must not leave files in its temporary
	 * folder.
	 */
	@Test
	void whenStartedThenItsMemoryIsBoundedAndItsTemporaryFolderIsOurs() throws Exception {
		assertThat(NodeCommandLine.of(Optional.empty(), HOME, Map.of()))
			.contains("-Xmx256m", "-XX:MaxMetaspaceSize=256m", "-XX:+ExitOnOutOfMemoryError",
					"-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"))
			.containsAll(NodeCommandLine.OPENED);
	}

}
