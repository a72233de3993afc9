package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.profile.FlightRecording.ProfilingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class YourKitTests {

	@TempDir
	private Path folder;

	@Test
	void whenTheAgentIsThereThenTheOptionNamesIt() throws IOException {
		Path agent = Files.createFile(folder.resolve("libyjpagent.so"));
		assertThat(YourKit.option(agent)).isEqualTo("-agentpath:" + agent.toAbsolutePath());
	}

	@Test
	void whenTheAgentIsNotThereThenItIsSaid() {
		Path agent = folder.resolve("libyjpagent.so");
		assertThatExceptionOfType(ProfilingException.class).isThrownBy(() -> YourKit.option(agent))
			.withMessageContaining("--yourkit")
			.withMessageContaining(agent.toString());
		assertThatExceptionOfType(ProfilingException.class).isThrownBy(() -> YourKit.option(folder));
	}

}
