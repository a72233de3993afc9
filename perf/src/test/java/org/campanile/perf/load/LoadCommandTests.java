package org.campanile.perf.load;

import java.util.List;

import org.campanile.perf.load.GatlingLoad.LoadCommand;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoadCommandTests {

	@Test
	void whenStartedThenSameJavaAndClassPath() {
		List<String> words = LoadCommand.of("/java", "/a.jar:/b.jar").words();

		assertThat(words).startsWith("/java/bin/java").endsWith("-cp", "/a.jar:/b.jar", LoadProcess.class.getName());
	}

}
