package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/** More load than the server can handle: what it still does, and how soon it recovers. */
final class Overload implements Scenario {

	private static final Integer[] SEARCHED = { 4, 8, 16, 32, 64 };

	private static final int[] MULTIPLES = { 1, 2, 4, 10 };

	private static final int CROWD = 4_000;

	private static final int PEOPLE = 10_000;

	/** Leaves the load its part of a machine of two cores. */
	private static final double SHARE = 0.5;

	/** Before the label of the overload that follows. */
	private static final String SATURATION = "saturation before ";

	/** Less than so much more is no more. */
	private static final double GAIN = 1.05;

	private static final Duration SEARCH = Duration.ofSeconds(30);

	private static final Duration STEP = Duration.ofMinutes(1);

	private static final Duration AFTER = Duration.ofSeconds(30);

	@Override
	public About about() {
		return new About("overload",
				"Saturation, then 1, 2, 4 and 10 times as much and 4,000 users: goodput, admitted latency, recovery.",
				List.of("Saturation is the most logins a second in closed loops of growing size. It is measured again by "
						+ "the loop that did most right before each overload, which is a multiple of that and is "
						+ "related to it: what slows the machine, or warms the server, does so to both.",
						"Multiples of saturation are open loops: users arrive at a fixed rate, and a user who is refused "
								+ "does not come again. So patient and impatient users differ in the closed loop alone: there "
								+ "patient ones stay away as long as Retry-After says, and impatient ones come again after a "
								+ "moment. In open loops the two are repeats of each other.",
						"The warm-up ends with a crowd: what a server does only then is compiled then.",
						"A node that is started here is held to half a core (--cpu-share sets another share) so that the load "
								+ "has processor time of its own.",
						"A server has recovered after four logins in a row, tried about twice a second, that take at most one "
								+ "and a half times the longest one of those tried under half of saturation before. Recovery "
								+ "is measured from the end of the load, when nobody arrives, and from when half of saturation is on "
								+ "again, a moment later."),
				true, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		Cell cell = cell(options);
		List<PlannedStep> planned = new ArrayList<>(PlannedStep.of(List.of(cell), options));
		LoadPlan after = LoadPlan.closed(1, options.pace().scaled(AFTER), new Population(1));
		LoadPlan step = LoadPlan.closed(1, options.pace().scaled(STEP), new Population(1));
		if (options.pace().warmUp() > 0) {
			planned.add(PlannedStep.step(cell.name(), PlannedStep.WARM_UP_MORE, crowd(options, new Population(1))));
		}
		planned.add(PlannedStep.step(cell.name(), "before", after));
		for (String variant : List.of(cell.name() + ", patient", cell.name() + ", impatient")) {
			for (String label : labels(options)) {
				planned.add(PlannedStep.step(variant, SATURATION + label, after));
				planned.add(PlannedStep.step(variant, label, step));
				planned.add(PlannedStep.step(variant, "after " + label, after));
			}
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		RunOptions options = run.options();
		Cell cell = cell(options);
		try (RunningSystem system = run.start(cell.name(), cell.system())) {
			Population people = cell.system().directory().people();
			run.warmUp(cell.name(), system, people);
			run.warmUp(cell.name(), system, crowd(options, people));
			Peak peak = saturation(run, cell, system);
			run.facts(cell.name(), Map.of("logins a second at saturation", peak.perSecond()));
			LoadPlan half = LoadPlan.open(peak.perSecond() / 2, Duration.ZERO, options.pace().scaled(AFTER), people);
			try (Canary canary = new Canary(system.target(), people)) {
				run.measure(cell.name(), "before", system, half);
				Duration normal = canary.worst(run.measuringSince());
				for (boolean patient : new boolean[] { true, false }) {
					String variant = cell.name() + (patient ? ", patient" : ", impatient");
					for (String label : labels(options)) {
						double now = Math.max(1,
								Ratios.perSecond(run.measure(variant, SATURATION + label, system, peak.step().load())));
						LoadPlan load = load(label, now, options, people);
						StepResult step = run.measure(variant, label, system,
								patient ? load.honouringRetryAfter() : load);
						Instant end = run.measuringSince().plus(load.length());
						run.measure(variant, "after " + label, system, half);
						run.facts(variant, facts(label, step, now));
						recovery(run, variant, label + ", seconds to recover", canary.wellAgain(end, normal));
						recovery(run, variant, label + ", seconds to recover under half of saturation",
								canary.wellAgain(run.measuringSince(), normal));
					}
				}
			}
		}
	}

	/**
	 * The most that was done.
	 *
	 * @param step by what load
	 * @param perSecond sound logins a second
	 */
	private record Peak(Cell.Step step, double perSecond) {
	}

	private static Peak saturation(Run run, Cell cell, RunningSystem system) throws IOException, InterruptedException {
		Peak peak = new Peak(cell.steps().getFirst(), 1);
		for (Cell.Step step : cell.steps()) {
			double rate = Ratios.perSecond(run.measure(cell.name(), step.label(), system, step.load()));
			double before = peak.perSecond();
			if (rate > before) {
				peak = new Peak(step, rate);
			}
			if (rate < before * GAIN) {
				break;
			}
		}
		return peak;
	}

	private static Map<String, Double> facts(String label, StepResult step, double peak) {
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put(label + ", goodput / saturation", Ratios.perSecond(step) / peak);
		facts.put(label + ", admitted p99 ms", Ratios.latency(step, LatencyResult::p99));
		return facts;
	}

	/** Not recovered while it was watched: no figure, so that none is misread. */
	private static void recovery(Run run, String variant, String name, OptionalDouble seconds) throws IOException {
		if (seconds.isPresent()) {
			run.facts(variant, Map.of(name, seconds.getAsDouble()));
		}
	}

	private static LoadPlan crowd(RunOptions options, Population people) {
		return LoadPlan.closed(options.selection().users(CROWD).getLast(), options.pace().scaled(STEP), people);
	}

	/** A number of users ends with their name, a multiple does not. */
	private static LoadPlan load(String label, double peak, RunOptions options, Population people) {
		Duration length = options.pace().scaled(STEP);
		if (label.endsWith(" users")) {
			return LoadPlan.closed(Integer.parseInt(label.substring(0, label.indexOf(' '))), length, people);
		}
		return LoadPlan.open(peak * Integer.parseInt(label.substring(0, label.length() - 1)), Duration.ZERO, length,
				people);
	}

	private static List<String> labels(RunOptions options) {
		List<String> labels = new ArrayList<>();
		for (int multiple : MULTIPLES) {
			labels.add(multiple + "×");
		}
		labels.add(options.selection().users(CROWD).getLast() + " users");
		return labels;
	}

	private static Cell cell(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		double share = options.servers().cpuShare() > 0 ? options.servers().cpuShare() : SHARE;
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		int nodes = options.selection().nodes(1).getFirst();
		String name = options.external().map(target -> target.name()).orElse(Specs.name(nodes, store));
		return new Cell(name, Specs.system(options, store, nodes, directory).withCpuShare(share), 0,
				searched(options, directory.people()));
	}

	private static List<Cell.Step> searched(RunOptions options, Population people) {
		List<Cell.Step> steps = new ArrayList<>();
		for (int users : SEARCHED) {
			steps.add(new Cell.Step(Integer.toString(users),
					LoadPlan.closed(users, options.pace().scaled(SEARCH), people)));
		}
		return steps;
	}

	/**
	 * One user who signs in about twice a second, and so notices when a server is not
	 * well. Thread-safe.
	 */
	static final class Canary implements AutoCloseable {

		private static final Duration PAUSE = Duration.ofMillis(500);

		/** So many good logins in a row are not luck. */
		private static final int IN_A_ROW = 4;

		/** The first tries load classes and connect. */
		private static final int COLD = 3;

		/** What a login may take longer than the worst before, and still be normal. */
		private static final double TOLERANCE = 1.5;

		private final ScheduledExecutorService executor = Executors
			.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("canary").factory());

		private final List<Sign> signs = new CopyOnWriteArrayList<>();

		/**
		 * One try.
		 *
		 * @param began when
		 * @param took how long
		 * @param good whether it led to an assertion
		 */
		record Sign(Instant began, Duration took, boolean good) {
		}

		private final PlainLogin login;

		Canary(Target target, Population people) throws IOException {
			login = new PlainLogin(target);
			executor.scheduleWithFixedDelay(() -> signs.add(tried(login, people, signs.size())), 0, PAUSE.toMillis(),
					TimeUnit.MILLISECONDS);
		}

		static Sign tried(PlainLogin login, Population people, int number) {
			Instant began = Instant.now();
			boolean good;
			try {
				int user = number % people.size();
				login.signIn(people.username(user), people.password(user));
				good = true;
			}
			catch (IOException | RuntimeException ex) {
				// Thrown on, it would end all tries to come, and nobody would notice.
				good = false;
			}
			return new Sign(began, Duration.between(began, Instant.now()), good);
		}

		/** The longest good login since then; zero if there was none. */
		Duration worst(Instant since) {
			return worst(List.copyOf(signs), since);
		}

		static Duration worst(List<Sign> signs, Instant since) {
			return signs.stream()
				.skip(COLD)
				.filter(sign -> !sign.began().isBefore(since))
				.filter(Sign::good)
				.map(Sign::took)
				.max(Duration::compareTo)
				.orElse(Duration.ZERO);
		}

		/** Seconds from then until logins were normal again; empty if they were not. */
		OptionalDouble wellAgain(Instant since, Duration normal) {
			return wellAgain(List.copyOf(signs), since, normal);
		}

		static OptionalDouble wellAgain(List<Sign> signs, Instant since, Duration normal) {
			long limit = Math.round(normal.toMillis() * TOLERANCE);
			int row = 0;
			for (int i = 0; i < signs.size(); i++) {
				Sign sign = signs.get(i);
				if (sign.began().isBefore(since) || !sign.good() || sign.took().toMillis() > limit) {
					row = 0;
				}
				else if (++row == IN_A_ROW) {
					return OptionalDouble
						.of(Duration.between(since, signs.get(i - row + 1).began()).toMillis() / 1_000.0);
				}
			}
			return OptionalDouble.empty();
		}

		@Override
		public void close() throws IOException {
			executor.shutdownNow();
			login.close();
		}

	}

}
