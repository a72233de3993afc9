package org.campanile.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.perf.result.RunResults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

/** The plots of {@code soak} in files, and none of them in those of other scenarios. */
class SoakReportTests {

	@TempDir
	Path folder;

	@Test
	void whenSoakIsReportedThenThePagePlotsHeapThreadsAndDescriptors() throws IOException {
		write("soak");

		assertThat(html()).contains("<figcaption>one node, memory: heap after a collection</figcaption>",
				"<figcaption>one node, memory: threads</figcaption>",
				"<figcaption>one node, memory: file descriptors</figcaption>", "\"across\":\"minutes of load\"",
				"\"up\":\"MB\"", ",90.0]", ",53.0]", ",79.0]", ",99.0]");
	}

	@Test
	void whenAReportOfSoakIsKeptThenItsPlotsArePictures() throws IOException {
		write("soak");

		Path document = Report.keep(List.of(folder.resolve("run")), folder.resolve("kept"));

		assertThat(pictures()).filteredOn(file -> contentOf(file.toFile()).contains("minutes of load"))
			.hasSize(3)
			.allSatisfy(file -> {
				assertThat(file).content().startsWith("<svg").contains("<circle");
				assertThat(document).content().contains("/" + file.getFileName() + ">)");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "memphis", "memory" })
	void whenAnotherScenarioIsReportedThenItHasNoneOfThesePlots(String scenario) throws IOException {
		write(scenario);

		assertThat(html()).doesNotContain("heap after a collection</figcaption>", "threads</figcaption>",
				"descriptors</figcaption>", "minutes of load");

		Report.keep(List.of(folder.resolve("run")), folder.resolve("kept"));
		assertThat(pictures()).isNotEmpty()
			.noneMatch(file -> file.toString().matches(".*(heap|threads|descriptors)[^/]*"));
	}

	private void write(String scenario) throws IOException {
		RunResults.write(folder.resolve("run"), SyntheticRuns.slices(scenario));
	}

	private String html() throws IOException {
		Report.write(List.of(folder.resolve("run")), folder.resolve("report.html"), folder.resolve("report.md"));
		return Files.readString(folder.resolve("report.html"));
	}

	private List<Path> pictures() throws IOException {
		try (Stream<Path> files = Files.walk(folder.resolve("kept"))) {
			return files.filter(file -> file.toString().endsWith(".svg")).toList();
		}
	}

}
