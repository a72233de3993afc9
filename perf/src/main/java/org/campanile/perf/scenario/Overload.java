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
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/** More load than a server can handle: its goodput, and how soon it recovers. */
final class Overload implements Scenario {

	private static final Integer[] SEARCHED = { 4, 8, 16, 32, 64 };

	private static final int[] MULTIPLES = { 1, 2, 4, 10 };

	private static final int CROWD = 4_000;

	private static final int PEOPLE = 10_000;

	/** The server's share of a core; the generator needs the rest of two cores. */
	private static final double SHARE = 0.5;

	/** The prefix of saturation steps, followed by the label of the next overload. */
	private static final String SATURATION = "saturation before ";

	/** The least factor between two steps that counts as a gain. */
	private static final double GAIN = 1.05;

	private static final Duration SEARCH = Duration.ofSeconds(30);

	private static final Duration STEP = Duration.ofMinutes(1);

	private static final Duration AFTER = Duration.ofSeconds(30);

	/** The median of users' pauses between login form and password. */
	private static final Duration TYPING = Duration.ofSeconds(6);

	@Override
	public About about() {
		return new About("overload",
				"Saturation, then 1, 2, 4 and 10 times as much and 4,000 users: goodput, admitted latency, recovery.",
				List.of("Saturation is the most logins a second in closed loops of growing size. It is measured again by "
						+ "the loop that did most right before each overload, which is a multiple of that. Goodput is "
						+ "related to the best step of the whole run, whatever it was.",
						"Users of overloads pause between login form and password, 6 s in the median unless --think-time "
								+ "says otherwise, so a crowd of 4,000 is one of people who type for most of the time. "
								+ "Saturation, half of it, and the warm-up are loads without pauses.",
						"Latency of admitted logins counts from the first request: the waits for the login page and for the "
								+ "answer to the password together, without the pause between them.",
						"Multiples of saturation are open loops: users arrive at a fixed rate, and a user who is refused "
								+ "does not come again. So patient and impatient users differ in the closed loop alone: there "
								+ "patient ones stay away as long as Retry-After says, and impatient ones come again after a "
								+ "moment. In open loops the two are repeats of each other.",
						"The warm-up ends with a crowd: what a server does only then is compiled then.",
						"A node that is started here is held to half a core (--cpu-share sets another share) so that the load "
								+ "has processor time of its own.",
						"A server has recovered after four logins in a row, tried about twice a second, none of which takes "
								+ "longer than the median of those tried in all rounds of saturation until then, which is given "
								+ "beside it. Recovery is measured from the end of the load, when nobody arrives, and from when "
								+ "half of saturation is on again, a moment later."),
				true, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		Cell cell = cell(options);
		List<PlannedStep> planned = new ArrayList<>(PlannedStep.of(List.of(cell), options));
		LoadPlan after = LoadPlan.closed(1, options.pace().scaled(AFTER), new Population(1));
		LoadPlan step = LoadPlan.closed(1, options.pace().scaled(STEP), new Population(1)).withTyping(typing(options));
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
			try (Canary canary = new Canary(system.target(), people)) {
				new Passes(run, cell, system, canary).measure();
			}
		}
	}

	/**
	 * Measures a system that is warm: saturation, then overloads by patient and by
	 * impatient users. Used by one thread.
	 */
	private static final class Passes {

		private final Run run;

		private final RunOptions options;

		private final Cell cell;

		private final RunningSystem system;

		private final Canary canary;

		/** The times in which the system was saturated. */
		private final List<Canary.Window> saturated = new ArrayList<>();

		/** The goodput of each overload, by variant and label. */
		private final Map<String, Map<String, Double>> goodput = new LinkedHashMap<>();

		/** The highest rate of logins a second in any step. */
		private double best = 1;

		Passes(Run run, Cell cell, RunningSystem system, Canary canary) {
			this.run = run;
			this.options = run.options();
			this.cell = cell;
			this.system = system;
			this.canary = canary;
		}

		void measure() throws IOException, InterruptedException {
			Population people = cell.system().directory().people();
			Peak peak = saturation();
			run.facts(cell.name(), Map.of("logins a second at saturation", peak.perSecond()));
			LoadPlan half = LoadPlan.open(peak.perSecond() / 2, Duration.ZERO, options.pace().scaled(AFTER), people);
			step(cell.name(), "before", half);
			for (boolean patient : new boolean[] { true, false }) {
				String variant = cell.name() + (patient ? ", patient" : ", impatient");
				for (String label : labels(options)) {
					double now = Math.max(1,
							Ratios.perSecond(saturated(variant, SATURATION + label, peak.step().load())));
					LoadPlan load = load(label, now, options, people).withTyping(typing(options));
					StepResult step = step(variant, label, patient ? load.honouringRetryAfter() : load);
					Instant end = run.measuringSince().plus(load.length());
					step(variant, "after " + label, half);
					facts(variant, label, step);
					recovery(variant, label, end);
				}
			}
		}

		private Peak saturation() throws IOException, InterruptedException {
			Peak peak = new Peak(cell.steps().getFirst(), 1);
			List<Canary.Window> windows = new ArrayList<>();
			for (Cell.Step step : cell.steps()) {
				double rate = Ratios.perSecond(saturated(cell.name(), step.label(), step.load()));
				double before = peak.perSecond();
				if (rate > before) {
					peak = new Peak(step, rate);
					windows = List.of(saturated.getLast());
				}
				if (rate < before * GAIN) {
					break;
				}
			}
			saturated.retainAll(windows);
			return peak;
		}

		/** Measures a step of a closed loop, and keeps its time. */
		private StepResult saturated(String variant, String label, LoadPlan load)
				throws IOException, InterruptedException {
			StepResult step = step(variant, label, load);
			saturated.add(new Canary.Window(run.measuringSince(), run.measuringSince().plus(load.length())));
			return step;
		}

		private StepResult step(String variant, String label, LoadPlan load) throws IOException, InterruptedException {
			StepResult step = run.measureAsPlanned(variant, label, system, load);
			best = Math.max(best, Ratios.perSecond(step));
			return step;
		}

		/** Records all shares of the best rate anew, as this step may have raised it. */
		private void facts(String variant, String label, StepResult step) throws IOException {
			goodput.computeIfAbsent(variant, none -> new LinkedHashMap<>()).put(label, Ratios.perSecond(step));
			for (Map.Entry<String, Map<String, Double>> measured : goodput.entrySet()) {
				Map<String, Double> shares = new LinkedHashMap<>();
				measured.getValue()
					.forEach((load, perSecond) -> shares.put(load + ", goodput / best of the run", perSecond / best));
				run.facts(measured.getKey(), shares);
			}
			LatencyResult whole = step.load().requests().get(RequestKind.WHOLE_LOGIN);
			if (whole != null) {
				run.facts(variant, Map.of(label + ", p99 ms of admitted logins, from the first request", whole.p99()));
			}
		}

		/** Records the time of recovery; without recovery there is no figure. */
		private void recovery(String variant, String label, Instant end) throws IOException {
			Duration normal = canary.median(saturated);
			Map<String, Double> facts = new LinkedHashMap<>();
			facts.put(label + ", ms of a login at saturation, median", normal.toNanos() / 1e6);
			canary.wellAgain(end, normal).ifPresent(seconds -> facts.put(label + ", seconds to recover", seconds));
			canary.wellAgain(run.measuringSince(), normal)
				.ifPresent(seconds -> facts.put(label + ", seconds to recover under half of saturation", seconds));
			run.facts(variant, facts);
		}

	}

	/**
	 * The step with the highest rate.
	 *
	 * @param step the step
	 * @param perSecond sound logins a second
	 */
	private record Peak(Cell.Step step, double perSecond) {
	}

	private static Duration typing(RunOptions options) {
		return options.access().typing().orElse(TYPING);
	}

	private static LoadPlan crowd(RunOptions options, Population people) {
		return LoadPlan.closed(options.selection().users(CROWD).getLast(), options.pace().scaled(STEP), people);
	}

	/** Returns the load of a label: numbers of users, or multiples of the peak. */
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
	 * A user who signs in about twice a second, and so notices how well a server
	 * responds. Thread-safe.
	 */
	static final class Canary implements AutoCloseable {

		private static final Duration PAUSE = Duration.ofMillis(500);

		/** The number of good logins in a row that show a recovery, and not mere luck. */
		private static final int IN_A_ROW = 4;

		/** The number of first tries not counted: they load classes and connect. */
		private static final int COLD = 3;

		private final ScheduledExecutorService executor = Executors
			.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("canary").factory());

		private final List<Sign> signs = new CopyOnWriteArrayList<>();

		/**
		 * A try to sign in.
		 *
		 * @param began its start
		 * @param took its length
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
				// An exception would silently end all further tries.
				good = false;
			}
			return new Sign(began, Duration.between(began, Instant.now()), good);
		}

		/** A period with a load. */
		record Window(Instant from, Instant to) {

			boolean contains(Sign sign) {
				return !sign.began().isBefore(from) && sign.began().isBefore(to);
			}

		}

		/** Returns the median of the good logins in these periods; zero without any. */
		Duration median(List<Window> windows) {
			return median(List.copyOf(signs), windows);
		}

		static Duration median(List<Sign> signs, List<Window> windows) {
			List<Duration> took = signs.stream()
				.skip(COLD)
				.filter(Sign::good)
				.filter(sign -> windows.stream().anyMatch(window -> window.contains(sign)))
				.map(Sign::took)
				.sorted()
				.toList();
			return took.isEmpty() ? Duration.ZERO : took.get(took.size() / 2);
		}

		/** Returns the seconds until logins were normal; empty if they were not. */
		OptionalDouble wellAgain(Instant since, Duration normal) {
			return wellAgain(List.copyOf(signs), since, normal);
		}

		static OptionalDouble wellAgain(List<Sign> signs, Instant since, Duration normal) {
			int row = 0;
			for (int i = 0; i < signs.size(); i++) {
				Sign sign = signs.get(i);
				if (sign.began().isBefore(since) || !sign.good() || sign.took().compareTo(normal) > 0) {
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
