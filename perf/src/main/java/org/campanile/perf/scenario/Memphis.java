package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.load.LoadPlan;

/** University of Memphis, Shibboleth IdP 3.1.1. */
final class Memphis {

	private static final Integer[] USERS = { 1, 25, 50, 75, 100, 125 };

	/** Not published. */
	private static final Duration STEP = Duration.ofMinutes(2);

	private static final int PEOPLE = 10_000;

	private static final int LOADED_USERS = 25;

	private static final int SESSIONS = 100_000;

	private Memphis() {
	}

	static Scenario scenario() {
		return new CellByCell("memphis",
				"University of Memphis: 1 to 125 users against one and three nodes and each store, then 100,000 "
						+ "sessions stored before.",
				List.of("Published: Shibboleth IdP 3.1.1 on 4 cores and 12 GB with an LDAP server of its own; here "
						+ "everything shares one machine, the load with it.",
						"How long a step lasted was not published; here two minutes by the time scale.",
						"Stored sessions were measured with PostgreSQL alone; here with PostgreSQL and with "
								+ "Hazelcast, on one node, unless --store names others.",
						"Several nodes stand behind nginx; one node is reached directly."),
				Memphis::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		List<Cell> cells = new ArrayList<>();
		for (Store store : options.selection().stores(Store.MEMORY, Store.JPA_DURABLE, Store.HAZELCAST)) {
			for (int nodes : options.selection().nodes(1, 3)) {
				if (Specs.possible(store, nodes)) {
					cells.add(new Cell(Specs.name(nodes, store), Specs.system(options, store, nodes, directory), 0,
							Steps.closed(options, directory.people(), STEP, USERS)));
				}
			}
		}
		if (options.foreign().isEmpty()) {
			for (Store store : options.selection().stores(Store.JPA_DURABLE, Store.HAZELCAST)) {
				for (int sessions : options.selection().sessions(SESSIONS)) {
					if (sessions > 0) {
						cells.add(new Cell("%s, %,d sessions".formatted(Specs.name(1, store), sessions),
								Specs.system(options, store, 1, directory), sessions,
								List.of(new Cell.Step(Integer.toString(LOADED_USERS), LoadPlan.closed(LOADED_USERS,
										options.pace().scaled(STEP), directory.people())))));
					}
				}
			}
		}
		return cells;
	}

}
