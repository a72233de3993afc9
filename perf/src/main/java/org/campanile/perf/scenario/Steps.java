package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;

/** Steps that several scenarios have. */
final class Steps {

	private Steps() {
	}

	/** Logins by growing numbers of users at once, each for as long. */
	static List<Cell.Step> closed(RunOptions options, Population people, Duration published, Integer... users) {
		Duration length = options.pace().scaled(published);
		return options.selection()
			.users(users)
			.stream()
			.map(count -> new Cell.Step(Integer.toString(count), LoadPlan.closed(count, length, people)))
			.toList();
	}

}
