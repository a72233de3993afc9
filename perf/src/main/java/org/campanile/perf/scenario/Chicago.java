package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;

/** University of Chicago, Shibboleth IdP 3.1.2. */
final class Chicago {

	private static final Integer[] USERS = { 1, 5, 10, 25, 50, 75, 100, 125, 200, 400, 750, 1000, 1500, 2000, 2500,
			3000, 3500, 4000 };

	private static final Duration STEP = Duration.ofMinutes(15);

	private static final int PEOPLE = 10_000;

	/** Some waited for more than two minutes there. */
	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private Chicago() {
	}

	static Scenario scenario() {
		return new CellByCell("chicago", "University of Chicago: 1 to 4,000 users, far beyond what the server can do.",
				List.of("Published: Shibboleth IdP 3.1.2 on 2 cores and 4 GB with an LDAP server of its own; here "
						+ "everything shares one machine, the load with it.",
						"The published server let everybody in and stopped answering at 4,000 users; Campanile tells "
								+ "people early to come again, and those answers are counted as failed.",
						"Sessions end after ten minutes, as those of hours of full load would fill any heap.",
						"Which store was used was not published; here memory unless asked otherwise."),
				Chicago::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		List<Cell.Step> steps = Steps.closed(options, directory.people(), STEP, USERS)
			.stream()
			.map(step -> new Cell.Step(step.label(), step.load().withPatience(PATIENCE)))
			.toList();
		return Specs.shortSessions(Cells.of(options, directory, steps, Store.MEMORY));
	}

}
