package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;

/** AuthMark's login scenario, SiteMinder 3.51. */
final class AuthMark {

	private static final int PEOPLE = 1_000_000;

	private static final int SESSIONS = 100_000;

	private static final int USERS = 50;

	/** What one of the published processors is here, so that four of them fit. */
	private static final double PROCESSOR = 0.25;

	private AuthMark() {
	}

	static Scenario scenario() {
		return new CellByCell("authmark",
				"AuthMark: 100,000 people of a million sign in once each, on one and two processors and two servers.",
				List.of("Published: SiteMinder 3.51 on Sun E450 of 400 MHz; here everything shares one machine, and a "
						+ "processor is a share of a core (--cpu-share, 0.25 unless asked otherwise).",
						"Authentication and authorization of the original are one answer here, an assertion for the "
								+ "service; the protected page of 14 KB that followed is not fetched, for the service "
								+ "of these measurements exists as keys and metadata only.",
						"The number of sessions is scaled by the time scale.",
						"Two servers share sessions in Hazelcast; the original's kept theirs in cookies."),
				AuthMark::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		double share = options.surroundings().cpuShare() > 0 ? options.surroundings().cpuShare() : PROCESSOR;
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		int sessions = options.pace().scaled(SESSIONS);
		List<Cell.Step> steps = options.selection()
			.users(USERS)
			.stream()
			.map(users -> new Cell.Step(Integer.toString(users),
					LoadPlan.logins(sessions, Math.min(users, sessions), directory.people())
						.withChoice(LoadPlan.Choice.ONCE_EACH)))
			.toList();
		List<Cell> cells = new ArrayList<>();
		for (Store store : options.selection().stores(Store.MEMORY)) {
			SystemSpec one = Specs.system(options, store, 1, directory).withProxy();
			cells.add(new Cell("one server, one processor, " + store.label(), one.withCpuShare(share), 0, steps));
			cells.add(new Cell("one server, two processors, " + store.label(), one.withCpuShare(2 * share), 0, steps));
		}
		Store shared = options.selection()
			.stores()
			.stream()
			.filter(store -> Specs.possible(store, 2))
			.findFirst()
			.orElse(Store.HAZELCAST);
		cells.add(new Cell("two servers, two processors each, " + shared.label(),
				Specs.system(options, shared, 2, directory).withCpuShare(2 * share), 0, steps));
		return cells;
	}

}
