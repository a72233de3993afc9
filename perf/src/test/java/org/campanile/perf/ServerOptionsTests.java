package org.campanile.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ServerOptionsTests {

	@TempDir
	private Path folder;

	@Test
	void whenTheAgentIsThereThenTheOptionNamesIt() throws IOException {
		Path agent = Files.createFile(folder.resolve("libyjpagent.so"));
		assertThat(ServerOptions.loading(agent)).isEqualTo("-agentpath:" + agent.toAbsolutePath());
	}

	@Test
	void whenTheAgentIsNotThereThenItIsSaid() {
		Path agent = folder.resolve("libyjpagent.so");
		assertThatIllegalArgumentException().isThrownBy(() -> ServerOptions.loading(agent))
			.withMessageContaining("--yourkit")
			.withMessageContaining(agent.toString());
		assertThatIllegalArgumentException().isThrownBy(() -> ServerOptions.loading(folder));
	}

}
