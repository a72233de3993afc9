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
				"AuthMark: 100,000 people of a million sign in once each for a page, on one and two processors and two "
						+ "servers.",
				List.of("Published: SiteMinder 3.51 on Sun E450 of 400 MHz; here everything shares one machine, and a "
						+ "processor is a share of a core (--cpu-share, 0.25 unless asked otherwise).",
						"Each session begins at one of 100 protected pages of 14 KB, drawn at random, and ends with that "
								+ "page; it is sound if the page holds the login name. The service is a process of its "
								+ "own, held to no share, and a tier of its own in the table. It checks every answer in "
								+ "full, whatever --check says.",
						"One authentication, at the server, and one authorization, at the service, for each session. The "
								+ "original's policy server did both; here the assertion carries ou, the organizational "
								+ "unit, and the service compares it with those that the pages are open to. These are "
								+ "all ten, so that nobody is refused.",
						"The average of a login ends with the assertion; the service's check of it and the page come "
								+ "after that and have a column of their own.",
						"With --target no page is fetched: a server elsewhere does not know where this service listens. "
								+ "A login ends with the assertion then.",
						"The number of sessions is scaled by the time scale.",
						"Two servers share sessions in Hazelcast; the original's kept theirs in cookies."),
				AuthMark::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		double share = options.servers().cpuShare() > 0 ? options.servers().cpuShare() : PROCESSOR;
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
			SystemSpec one = Specs.system(options, store, 1, directory).withProxy().withPages();
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
				Specs.system(options, shared, 2, directory).withPages().withCpuShare(2 * share), 0, steps));
		return cells;
	}

}
