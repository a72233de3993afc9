package org.campanile.perf.scenario;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.perf.Perf;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a run that is interrupted halfway, in a process of its own. It gets SIGTERM,
 * since processes started in the background ignore Ctrl-C; both have the same effect.
 */
class InterruptionServersIT {

	@TempDir
	private Path results;

	@Test
	void whenInterruptedThenNothingIsLeftRunningAndWhatWasMeasuredIsReported() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"--add-opens=java.base/java.lang=ALL-UNNAMED",
				// Not as for the servers: the constant work that measures noise takes ten
				// times as long with the first compiler alone.
				"-XX:TieredStopAtLevel=4", "-cp", System.getProperty("java.class.path"), Perf.class.getName(),
				"memphis", "--time-scale", "0.01", "--users", "1,1,1,1,1,1,1,1,1", "--store", "memory", "--nodes", "1",
				"--sessions", "0", "--warm-up", "10", "--people", "20", "--results", results.toString())
			.redirectErrorStream(true)
			.start();
		List<String> printed = new ArrayList<>();
		List<ProcessHandle> descendants = new ArrayList<>();
		try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
			String line;
			while ((line = lines.readLine()) != null) {
				printed.add(line);
				if (line.startsWith("[") && descendants.isEmpty()) {
					process.descendants().forEach(descendants::add);
					new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();
				}
			}
		}
		assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(process.exitValue()).as(String.join("\n", printed)).isEqualTo(143);
		assertThat(printed).anyMatch(line -> line.startsWith("interrupted:"));
		assertThat(descendants).isNotEmpty().noneMatch(ProcessHandle::isAlive);
		try (Stream<Path> folders = Files.list(results)) {
			Path folder = folders.filter(path -> path.getFileName().toString().startsWith("memphis-"))
				.findFirst()
				.orElseThrow();
			RunResult run = RunResults.read(folder);
			assertThat(run.complete()).isFalse();
			assertThat(run.cells().getFirst().steps()).isNotEmpty();
			assertThat(folder.resolve("report.html")).isNotEmptyFile();
		}
	}

}
