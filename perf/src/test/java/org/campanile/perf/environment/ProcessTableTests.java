package org.campanile.perf.environment;

import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.environment.ProcessMeter.ProcessTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessTableTests {

	@TempDir
	Path proc = Path.of("");

	@Test
	void whenAProcessIsNamedOddlyThenItsNumbersAreFound() {
		ProcessTable.Line line = ProcessTable.parse(
				"7 (a) b (c) S 3 7 7 0 -1 4194304 10 20 0 0 100 50 30 20 20 0 4 0 999 1000000 25 18446744073709551615 0");

		assertThat(line).isEqualTo(new ProcessTable.Line(3, 130, 70, 25 * 4_096));
	}

	@Test
	void whenReadThenChildrenAndTheirChildrenCount() throws Exception {
		process(10, 1, 100, 50, 0, 0, 5);
		process(11, 10, 30, 10, 0, 0, 5);
		process(12, 11, 7, 3, 0, 0, 5);
		process(20, 1, 9_999, 9_999, 0, 0, 5);

		ProcessTable.Use use = ProcessTable.read(proc).use(10);

		assertThat(use.userSeconds()).isEqualTo(1.37);
		assertThat(use.systemSeconds()).isEqualTo(0.63);
		assertThat(use.residentBytes()).isEqualTo(15 * 4_096);
	}

	@Test
	void whenAChildHasEndedThenItsTimeCountsWithWhoWaitedForIt() throws Exception {
		process(10, 1, 100, 50, 37, 13, 5);

		ProcessTable.Use use = ProcessTable.read(proc).use(10);

		assertThat(use.userSeconds()).isEqualTo(1.37);
		assertThat(use.systemSeconds()).isEqualTo(0.63);
	}

	@Test
	void whenAProcessIsNotThereThenItUsesNothing() throws Exception {
		assertThat(ProcessTable.read(proc).use(10)).isEqualTo(new ProcessTable.Use(0, 0, 0));
	}

	private void process(long pid, long parent, int user, int system, int reapedUser, int reapedSystem, int pages)
			throws Exception {
		Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
		Files.writeString(folder.resolve("stat"), "%d (p) S %d 1 1 0 -1 0 0 0 0 0 %d %d %d %d 20 0 1 0 5 1000 %d 99 1\n"
			.formatted(pid, parent, user, system, reapedUser, reapedSystem, pages));
	}

}
