package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.load.LoadPlan;

/** Lafayette College, CAS 5.1 on three nodes. */
final class Lafayette {

	private static final Integer[] USERS = { 50, 125, 150, 175, 200, 250 };

	/** Not published. */
	private static final Duration TRIAL = Duration.ofMinutes(20);

	private static final int ACCOUNTS = 9;

	private static final int NODES = 3;

	private Lafayette() {
	}

	static Scenario scenario() {
		return new CellByCell("lafayette",
				"Lafayette College: 50 to 250 people who live, come back and log out, on three nodes with Hazelcast.",
				List.of("Published: CAS 5.1 on three nodes of 2 cores and 3.7 GB behind nginx; here everything shares "
						+ "one machine, the load with it.",
						"The original requested and validated service tickets of the CAS protocol; here SAML "
								+ "assertions are requested and checked in their place, and each of them counts as "
								+ "two events.",
						"How long a trial lasted was not published; here twenty minutes by the time scale, which "
								+ "shortens lives and pauses as well, so that events a minute grow by as much.",
						"Users of a closed loop, ten of whom are hatched a second, as in the original; how fast by the "
								+ "time scale as well. The measured time begins with the first."),
				Lafayette::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, ACCOUNTS);
		List<Cell.Step> steps = Steps.closed(options, directory.people(), TRIAL, USERS)
			.stream()
			.map(step -> new Cell.Step(step.label(),
					step.load().withJourney(LoadPlan.Journey.LIFETIME).withTimeScale(options.pace().timeScale())))
			.toList();
		return Cells.of(options, directory, steps, Store.HAZELCAST, NODES);
	}

}
