package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.load.LoadPlan;

/** OpenCloud Sentinel Authentication Gateway 1.0. */
final class Sentinel {

	private static final Duration RAMP = Duration.ofMinutes(10);

	private static final Duration MEASURED = Duration.ofMinutes(60);

	/** A core did 281 sessions a second there, of two messages and no signature. */
	private static final double RATE = 60;

	private static final int PEOPLE = 100_000;

	private Sentinel() {
	}

	static Scenario scenario() {
		return new CellByCell("sentinel",
				"OpenCloud Sentinel: an open loop, ten minutes of ramp and an hour at the rate of --rate.",
				List.of("Published: 3,000 sessions a second on 24 hardware threads, of a challenge and its answer "
						+ "without signatures, with state in Cassandra; here logins with SAML assertions that are "
						+ "signed and encrypted, at the rate of --rate (60 a second unless asked otherwise), with "
						+ "state in PostgreSQL unless asked otherwise. Compare sessions per core.",
						"Sessions end after ten minutes.",
						"Published response times are of the first step; here that is the request named form."),
				Sentinel::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		double rate = options.selection().rate(RATE);
		Cell.Step step = new Cell.Step("%.0f/s".formatted(rate),
				LoadPlan.open(rate, options.pace().scaled(RAMP), options.pace().scaled(MEASURED), directory.people()));
		return Specs.shortSessions(Cells.of(options, directory, List.of(step), Store.JPA_DURABLE));
	}

}
