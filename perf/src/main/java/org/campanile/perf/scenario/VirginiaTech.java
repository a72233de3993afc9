package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;

/** Virginia Tech, Shibboleth IdP 3 alpha. */
final class VirginiaTech {

	private static final int USERS = 100;

	private static final int RUNS = 3;

	/** Not published. */
	private static final Duration RUN = Duration.ofMinutes(5);

	private static final int PEOPLE = 10_000;

	private VirginiaTech() {
	}

	static Scenario scenario() {
		return new CellByCell("virginia-tech",
				"Virginia Tech: 100 users, three runs; with --jfr also the tables of its profile.",
				List.of("Published: Shibboleth IdP 3 alpha on 2 cores and 4 GB; here everything shares one machine, "
						+ "the load with it.",
						"How long a run lasted was not published; here five minutes by the time scale.",
						"The published profile is a snapshot of a sampling profiler, ours a flight recording of the "
								+ "measured time."),
				VirginiaTech::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		List<Cell.Step> once = Steps.closed(options, directory.people(), RUN, USERS);
		List<Cell.Step> steps = IntStream.range(0, options.pace().repeats(RUNS))
			.boxed()
			.flatMap(run -> once.stream())
			.toList();
		return Cells.of(options, directory, steps, Store.MEMORY);
	}

}
