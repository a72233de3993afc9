package org.campanile.perf.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.campanile.perf.result.RunResult.Conditions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MachineConditionsTests {

	@TempDir
	Path root;

	@Test
	void whenLinuxTellsThenModelMemoryAndDistributionAreRead() throws IOException {
		file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Example Processor @ 2.50GHz\nflags\t\t: fpu aes\n");
		file("proc/meminfo", "MemTotal:        8000000 kB\nMemFree:          100 kB\n");
		file("etc/os-release", "NAME=\"Example\"\nPRETTY_NAME=\"Example Linux 13\"\n");

		Conditions conditions = conditions();

		assertThat(conditions.processor()).startsWith("Example Processor @ 2.50GHz, ");
		assertThat(conditions.memoryBytes()).isEqualTo(8_192_000_000L);
		assertThat(conditions.system()).startsWith("Example Linux 13, ").contains(System.getProperty("os.version"));
		assertThat(conditions.java()).contains(Runtime.version().toString());
		assertThat(conditions.processors()).isPositive();
		assertThat(conditions.versions()).containsEntry("Campanile", "0.1");
	}

	@Test
	void whenNothingIsReportedThenWhatTheVirtualMachineKnowsRemains() throws IOException {
		Conditions conditions = conditions();

		assertThat(conditions.processor()).isEqualTo(System.getProperty("os.arch"));
		assertThat(conditions.memoryBytes()).isZero();
		assertThat(conditions.system()).startsWith(System.getProperty("os.name"));
	}

	private Conditions conditions() throws IOException {
		return new MachineConditions(root).conditions(List.of("-Xmx1g"), Map.of("Campanile", "0.1"), List.of(1.0));
	}

	private void file(String name, String content) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(root.resolve(name.substring(0, name.lastIndexOf('/'))));
		Files.writeString(file, content);
	}

}
