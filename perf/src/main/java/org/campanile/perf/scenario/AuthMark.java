package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/** AuthMark's login scenario, for SiteMinder 3.51: pages behind the gate. */
final class AuthMark extends CellByCell {

	private static final int PEOPLE = 1_000_000;

	private static final int SESSIONS = 100_000;

	/** The numbers of users among which the peak is searched. */
	private static final Integer[] USERS = { 8, 16, 32, 64, 128 };

	/** The share of a core for each published processor; four fit on this machine. */
	private static final double PROCESSOR = 0.25;

	private static final Duration STEP = Duration.ofMinutes(2);

	/** The least factor between two steps that counts as a gain. */
	private static final double GAIN = 1.05;

	private static final String LOGINS = "logins, ";

	private static final String PAGES = "pages, ";

	/** The protocols with other cookies, measured at the peak of the first protocol. */
	private static final List<Protocol> OTHER_COOKIES = List.of(Protocol.GATE_AGED, Protocol.GATE_STRICT);

	AuthMark() {
		super("authmark",
				"AuthMark: 100,000 people of a million sign in for a page behind the gate, then fetch pages; one and two "
						+ "processors, two servers.",
				List.of("Published: SiteMinder 3.51 on Sun E450 of 400 MHz; here everything shares one machine, and a "
						+ "processor is a share of a core (--cpu-share, 0.25 unless asked otherwise).",
						"A login begins at one of 100 protected pages of 14 KB, drawn at random, and ends with that page; it "
								+ "is sound if the gate names the right user with it. nginx serves the pages and asks the gate "
								+ "for each, without keeping answers (the original's agent cache was off); it is held to no "
								+ "share, and a tier of its own in the table.",
						"Pages are permitted to each of the ten organizational units by an access rule of its own, so that "
								+ "nobody is refused.",
						"The peak is looked for by doubling the users until there are no more logins; then come the published "
								+ "sessions, each of another user. Then pages alone, by users who have signed in: with a fresh "
								+ "cookie, at the peak also with one so old that each page reads the session, and at a site "
								+ "that always reads it.",
						"With --target no page is fetched: a login ends with the answer then.",
						"Durations and the number of sessions are scaled by the time scale.",
						"Two servers share sessions in Hazelcast; the original's kept theirs in cookies."));
	}

	@Override
	List<Cell> cells(RunOptions options) {
		double share = options.servers().cpuShare() > 0 ? options.servers().cpuShare() : PROCESSOR;
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		List<Cell> cells = new ArrayList<>();
		for (Store store : options.selection().stores(Store.MEMORY)) {
			SystemSpec one = Specs.system(options, store, 1, directory).withProxy();
			cells.add(cell(options, "one server, one processor, " + store.label(), one.withCpuShare(share)));
			cells.add(cell(options, "one server, two processors, " + store.label(), one.withCpuShare(2 * share)));
		}
		Store shared = options.selection()
			.stores()
			.stream()
			.filter(store -> Specs.possible(store, 2))
			.findFirst()
			.orElse(Store.HAZELCAST);
		cells.add(cell(options, "two servers, two processors each, " + shared.label(),
				Specs.system(options, shared, 2, directory).withCpuShare(2 * share)));
		return cells;
	}

	/** Creates a cell whose steps search for the most logins. */
	private static Cell cell(RunOptions options, String name, SystemSpec system) {
		return new Cell(name, system.with(Extra.GATE), 0,
				steps(options, LOGINS, LoadPlan.Journey.LOGIN, system.directory().people()), Protocol.GATE);
	}

	private static List<Cell.Step> steps(RunOptions options, String phase, LoadPlan.Journey journey,
			Population people) {
		return options.selection()
			.users(USERS)
			.stream()
			.map(users -> new Cell.Step(phase + users,
					LoadPlan.closed(users, options.pace().scaled(STEP), people).withJourney(journey)))
			.toList();
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		for (Cell cell : chosen(options)) {
			planned.add(PlannedStep.start(cell.name()));
			planned.add(PlannedStep.warmUp(cell, options));
			List<Cell.Step> steps = new ArrayList<>(cell.steps());
			steps.add(sessions(options, cell, 1));
			if (options.external().isEmpty()) {
				planned.add(PlannedStep.warmUp(cell, options));
				steps.addAll(pages(options, cell));
				OTHER_COOKIES.forEach(protocol -> steps.add(pages(options, cell, protocol, 1)));
			}
			steps.forEach(step -> planned.add(PlannedStep.step(cell.name(), step.label(), step.load())));
		}
		return planned;
	}

	@Override
	void measure(Run run, Cell cell, RunningSystem system) throws IOException, InterruptedException {
		RunOptions options = run.options();
		Peak logins = peak(run, cell, system, cell.steps());
		Cell.Step sessions = sessions(options, cell, logins.users());
		double perMinute = 60 * run.measure(cell.name(), sessions.label(), system, sessions.load()).load().perSecond();
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put("peak logins a minute", 60 * logins.perSecond());
		facts.put("logins a minute, all sessions", perMinute);
		if (options.external().isEmpty()) {
			run.warmUp(cell.name(), system, cell.system().directory().people(), LoadPlan.Journey.SSO);
			Peak pages = peak(run, cell, system, pages(options, cell));
			facts.put("peak pages a minute", 60 * pages.perSecond());
			for (Protocol protocol : OTHER_COOKIES) {
				Cell.Step step = pages(options, cell, protocol, pages.users());
				run.measure(cell.name(), step.label(), system.by(protocol), step.load());
			}
		}
		run.facts(cell.name(), facts);
	}

	private static Cell.Step sessions(RunOptions options, Cell cell, int users) {
		int count = options.pace().scaled(SESSIONS);
		return new Cell.Step("%,d sessions".formatted(count),
				LoadPlan.logins(count, Math.min(users, count), cell.system().directory().people())
					.withChoice(LoadPlan.Choice.ONCE_EACH));
	}

	private static List<Cell.Step> pages(RunOptions options, Cell cell) {
		return steps(options, PAGES, LoadPlan.Journey.SSO, cell.system().directory().people());
	}

	private static Cell.Step pages(RunOptions options, Cell cell, Protocol protocol, int users) {
		return new Cell.Step("pages at the peak, " + protocol.label(),
				LoadPlan.closed(users, options.pace().scaled(STEP), cell.system().directory().people())
					.withJourney(LoadPlan.Journey.SSO));
	}

	/** The highest rate that was reached. */
	private record Peak(int users, double perSecond) {
	}

	private static Peak peak(Run run, Cell cell, RunningSystem system, List<Cell.Step> steps)
			throws IOException, InterruptedException {
		Peak peak = new Peak(1, 0);
		boolean searching = true;
		for (Cell.Step step : steps) {
			if (!searching) {
				run.skip(cell.name(), step.label());
				continue;
			}
			StepResult result = run.measure(cell.name(), step.label(), system, step.load());
			double perSecond = result.load().perSecond();
			searching = perSecond > peak.perSecond() * GAIN;
			if (perSecond > peak.perSecond()) {
				peak = new Peak(users(step.load()), perSecond);
			}
		}
		return peak;
	}

	private static int users(LoadPlan load) {
		return load.arrival() instanceof LoadPlan.Arrival.Closed closed ? closed.users() : 1;
	}

}
