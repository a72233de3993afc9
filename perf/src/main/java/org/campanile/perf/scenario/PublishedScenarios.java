package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;

/** Scenarios that repeat published measurements, one cell after the other. */
final class PublishedScenarios {

	/** The remark for published tests with unsolicited single sign-on. */
	private static final String UNSOLICITED = "Sign-ons begin by a link to the identity provider (unsolicited single "
			+ "sign-on), as published, where other scenarios begin with an AuthnRequest; --initiated-by service "
			+ "or post begins with one here as well.";

	private PublishedScenarios() {
	}

	/** University of Memphis, Shibboleth IdP 3.1.1. */
	static final class Memphis extends CellByCell {

		private static final Integer[] USERS = { 1, 25, 50, 75, 100, 125 };

		/** The length of a step; not published. */
		private static final Duration STEP = Duration.ofMinutes(2);

		private static final int PEOPLE = 10_000;

		private static final int LOADED_USERS = 25;

		private static final int SESSIONS = 100_000;

		Memphis() {
			super("memphis",
					"University of Memphis: 1 to 125 users against one and three nodes and each store, then 100,000 "
							+ "sessions stored before.",
					List.of("Published: Shibboleth IdP 3.1.1 on 4 cores and 12 GB with an LDAP server of its own; here "
							+ "everything shares one machine, the load with it.",
							"How long a step lasted was not published; here two minutes by the time scale.",
							"Stored sessions were measured with PostgreSQL alone; here with PostgreSQL and with "
									+ "Hazelcast, on one node, unless --store names others.",
							"Several nodes stand behind nginx; one node is reached directly.", UNSOLICITED));
		}

		@Override
		List<Cell> cells(RunOptions options) {
			DirectorySpec directory = Specs.directory(options, PEOPLE);
			List<Cell> cells = new ArrayList<>();
			for (Store store : options.selection().stores(Store.MEMORY, Store.JPA_DURABLE, Store.HAZELCAST)) {
				for (int nodes : options.selection().nodes(1, 3)) {
					if (Specs.possible(store, nodes)) {
						cells.add(new Cell(Specs.name(nodes, store), Specs.system(options, store, nodes, directory), 0,
								Specs.closedSteps(options, directory.people(), STEP, USERS)));
					}
				}
			}
			if (options.external().isEmpty()) {
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
			return Specs.byLink(options, cells);
		}

	}

	/** University of Chicago, Shibboleth IdP 3.1.2. */
	static final class Chicago extends CellByCell {

		private static final Integer[] USERS = { 1, 5, 10, 25, 50, 75, 100, 125, 200, 400, 750, 1000, 1500, 2000, 2500,
				3000, 3500, 4000 };

		private static final Duration STEP = Duration.ofMinutes(15);

		private static final int PEOPLE = 10_000;

		/** The patience of users; in the published test some waited over two minutes. */
		private static final Duration PATIENCE = Duration.ofMinutes(5);

		Chicago() {
			super("chicago", "University of Chicago: 1 to 4,000 users, far beyond what the server can do.", List.of(
					"Published: Shibboleth IdP 3.1.2 on 2 cores and 4 GB with an LDAP server of its own; here "
							+ "everything shares one machine, the load with it.",
					"The published server let everybody in and stopped answering at 4,000 users; Campanile "
							+ "asks users early to come again, and those answers are counted as failed.",
					"Sessions end after ten minutes, as those of hours of full load would fill any heap.",
					"Which store was used was not published; here memory unless asked otherwise.", UNSOLICITED));
		}

		@Override
		List<Cell> cells(RunOptions options) {
			DirectorySpec directory = Specs.directory(options, PEOPLE);
			List<Cell.Step> steps = Specs.closedSteps(options, directory.people(), STEP, USERS)
				.stream()
				.map(step -> new Cell.Step(step.label(), step.load().withPatience(PATIENCE)))
				.toList();
			return Specs.byLink(options, Specs.shortSessions(Specs.cells(options, directory, steps, Store.MEMORY, 1)));
		}

	}

	/** Virginia Tech, Shibboleth IdP 3 alpha. */
	static final class VirginiaTech extends CellByCell {

		private static final int USERS = 100;

		private static final int RUNS = 3;

		/** The length of a run; not published. */
		private static final Duration RUN = Duration.ofMinutes(5);

		private static final int PEOPLE = 10_000;

		VirginiaTech() {
			super("virginia-tech", "Virginia Tech: 100 users, three runs; with --jfr also the tables of its profile.",
					List.of("Published: Shibboleth IdP 3 alpha on 2 cores and 4 GB; here everything shares one machine, "
							+ "the load with it.",
							"How long a run lasted was not published; here five minutes by the time scale.",
							"The published server read attributes by two data connectors; here each login asks a second "
									+ "LDAP directory for two of the twelve attributes.",
							"The published profile is a snapshot of a sampling profiler, ours a flight recording of the "
									+ "measured time."));
		}

		@Override
		List<Cell> cells(RunOptions options) {
			DirectorySpec directory = Specs.directory(options, PEOPLE);
			List<Cell.Step> once = Specs.closedSteps(options, directory.people(), RUN, USERS);
			List<Cell.Step> steps = IntStream.range(0, options.pace().repeats(RUNS))
				.boxed()
				.flatMap(run -> once.stream())
				.toList();
			return Specs.cells(options, directory, steps, Store.MEMORY, 1)
				.stream()
				.map(cell -> cell.with(cell.system().with(Extra.SECOND_DIRECTORY)))
				.toList();
		}

	}

	/** OpenCloud Sentinel Authentication Gateway 1.0. */
	static final class Sentinel extends CellByCell {

		private static final Duration RAMP = Duration.ofMinutes(10);

		private static final Duration MEASURED = Duration.ofMinutes(60);

		/** Logins a second; the published core did 281 sessions, without signatures. */
		private static final double RATE = 60;

		private static final int PEOPLE = 100_000;

		Sentinel() {
			super("sentinel",
					"OpenCloud Sentinel: an open loop, ten minutes of ramp and an hour at the rate of --rate.",
					List.of("Published: 3,000 sessions a second on 24 hardware threads, of a challenge and its answer "
							+ "without signatures, with state in Cassandra; here logins with SAML assertions that are "
							+ "signed and encrypted, at the rate of --rate (60 a second unless asked otherwise), with "
							+ "state in PostgreSQL unless asked otherwise. Compare sessions per core.",
							"Sessions end after ten minutes.",
							"A published session has four messages, and response times are of its first step, in which state "
									+ "is written; what stores state here is the login, which stands beside it.",
							"The heap is of 2,048 MB, as published."));
		}

		@Override
		List<Cell> cells(RunOptions options) {
			DirectorySpec directory = Specs.directory(options, PEOPLE);
			double rate = options.selection().rate(RATE);
			Cell.Step step = new Cell.Step("%.0f/s".formatted(rate), LoadPlan.open(rate, options.pace().scaled(RAMP),
					options.pace().scaled(MEASURED), directory.people()));
			return Specs.shortSessions(Specs.cells(options, directory, List.of(step), Store.JPA_DURABLE, 1))
				.stream()
				.map(cell -> cell.with(cell.system().withVirtualMachineOption("-Xmx2048m")))
				.toList();
		}

	}

}
