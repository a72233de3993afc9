package org.campanile.perf.scenario;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.campanile.perf.ParsedOptions;
import org.campanile.perf.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SoakTests {

	@TempDir
	private Path folder;

	@Test
	void whenMeasuredThenTheReportPlotsWhatWasRecorded() throws Exception {
		Path results = folder.resolve("run");
		Terminal terminal = new Terminal(new PrintWriter(new StringWriter()), false);

		new Performance(new FakeTestBed(), terminal, InstantSource.system()).run(new Soak(), ParsedOptions.of(results),
				Map.of());

		assertThat(Report.keep(List.of(results), folder.resolve("kept"))).content()
			.contains("heap-after-a-collection.svg", "memory-threads.svg", "file-descriptors.svg");
	}

}
