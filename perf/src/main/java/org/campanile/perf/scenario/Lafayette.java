package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.load.LoadPlan;

/** Lafayette College, CAS 5.1 on three nodes. */
final class Lafayette {

	private static final Integer[] USERS = { 50, 125, 150, 175, 200, 250 };

	/** The shortest of those published, which lasted up to eight hours. */
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
						"The original requested and validated service tickets of the CAS protocol; here a SAML "
								+ "assertion takes the place of both, and counts as two events.",
						"The published trials lasted 7 h 14 min, 8 h, 28, 41, 37 and 20 minutes; here each lasts "
								+ "twenty minutes by the time scale, which shortens lives and pauses as well, so that "
								+ "each user asks more often by the same factor.",
						"The published events a minute are the load that was put on those servers, not the most that "
								+ "they could do.",
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
