package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.Spread;

/**
 * Systems that are up at the same time and are measured in turns, in an order drawn anew
 * for each round of each run: when the machine is slow for a while, all of them suffer,
 * and costs are related within a round. Used by one thread.
 */
final class SideBySide implements AutoCloseable {

	/** The factor from the first to the last round that shows a drift. */
	private static final double DRIFT = 1.25;

	private final Run run;

	private final Map<String, RunningSystem> systems = new LinkedHashMap<>();

	private final Map<String, List<StepResult>> measured = new LinkedHashMap<>();

	private final List<Pair> pairs = new ArrayList<>();

	private Set<Aim> watched = Set.of();

	private Divisors divisors = () -> {
	};

	private final Random random;

	SideBySide(Run run) {
		this.run = run;
		this.random = run.random();
	}

	/** Starts a cell, and stores its sessions. */
	RunningSystem start(Cell cell) throws IOException, InterruptedException {
		RunningSystem system = run.start(cell.name(), cell.system());
		if (cell.sessions() > 0) {
			run.preload(cell.name(), system, cell.sessions());
		}
		systems.put(cell.name(), system);
		return system;
	}

	/** Adds a system that the scenario has started. */
	void add(String cell, RunningSystem system) {
		systems.put(cell, system);
	}

	/** Warms every system up, with each kind of journey that it will be measured with. */
	void warmUp(Population people, LoadPlan.Journey... journeys) throws IOException, InterruptedException {
		for (Map.Entry<String, RunningSystem> system : systems.entrySet()) {
			for (LoadPlan.Journey journey : journeys) {
				run.warmUp(system.getKey(), system.getValue(), people, journey);
			}
		}
	}

	/**
	 * Relates a cell to another one, within each round of the steps measured from now on.
	 * @param name the other cell's name in the facts
	 */
	void relate(String cell, String baseline, String name) {
		pairs.add(new Pair(cell, baseline, name));
	}

	/**
	 * Has rounds continue also until the figures of aims are precise enough, besides the
	 * ratios of cells.
	 * @param again measures again what these figures are related to: after the rounds,
	 * and after each further round that an imprecise figure requires
	 */
	void watch(Set<Aim> aims, Divisors again) {
		watched = Set.copyOf(aims);
		divisors = again;
	}

	/** Returns the logins a second of a closed loop, the median of the rounds. */
	double saturation(String cell, String label) {
		return Math.max(1, Ratios.median(rounds(cell, label).stream().mapToDouble(Ratios::perSecond).toArray()));
	}

	/** Measures a baseline that is neither a cell nor measured in rounds. */
	@FunctionalInterface
	interface Divisors {

		void measure() throws IOException;

	}

	/** Returns the load for a cell in a step. */
	@FunctionalInterface
	interface Load {

		LoadPlan of(String cell, String label);

	}

	/**
	 * Measures steps of every cell. Each round has all steps, and in each step the cells
	 * have an order of their own. There are as many rounds as the scenario has, or as
	 * many as it takes until the ratios of processor time are precise enough. Records
	 * these ratios.
	 */
	void measure(List<String> labels, int own, Load load) throws IOException, InterruptedException {
		measure(labels, own, load, List.of(SideBySide::cpu));
	}

	/**
	 * Measures steps in the same way until other ratios are precise enough.
	 * @param figures returns the figures to relate
	 */
	void measure(List<String> labels, int own, Load load, List<ToDoubleFunction<StepResult>> figures)
			throws IOException, InterruptedException {
		Rounds rounds = run.rounds(own);
		boolean more = true;
		while (more) {
			round(labels, load);
			rounds.done();
			more = rounds.needsMore(intervals(labels, figures));
			if (!more) {
				divisors.measure();
				more = rounds.needsMore(all(labels, figures));
			}
		}
		String reason = rounds.reason(all(labels, figures));
		if (!reason.isEmpty()) {
			run.say(reason);
			run.remark(String.join("; ", labels) + ": " + reason);
		}
		long unknown = unknown(labels, figures);
		if (unknown > 0 && run.options().pace().precision().isAsked()) {
			run.remark("%s: of %d ratios no round has both figures, so the rounds did not go on for them"
				.formatted(String.join("; ", labels), unknown));
		}
		for (String label : labels) {
			drift(label);
			for (Pair pair : pairs) {
				run.facts(pair.cell(),
						Ratios.facts(rounds(pair.cell(), label), rounds(pair.baseline(), label), label, pair.name()));
			}
		}
	}

	private void round(List<String> labels, Load load) throws IOException, InterruptedException {
		for (String label : labels) {
			List<String> order = new ArrayList<>(systems.keySet());
			Collections.shuffle(order, random);
			for (String cell : order) {
				StepResult step = run.measure(cell, label, Objects.requireNonNull(systems.get(cell)),
						load.of(cell, label));
				measured.computeIfAbsent(cell + "\n" + label, key -> new ArrayList<>()).add(step);
			}
		}
	}

	/** Returns the intervals of the ratios and of the aims that are watched. */
	private List<Interval> all(List<String> labels, List<ToDoubleFunction<StepResult>> figures) {
		return Stream.concat(intervals(labels, figures).stream(), run.judged(watched).stream()).toList();
	}

	/**
	 * Returns the intervals of the ratios so far; of the figures themselves if nothing is
	 * related.
	 */
	private List<Interval> intervals(List<String> labels, List<ToDoubleFunction<StepResult>> figures) {
		return known(labels, figures).stream().map(Interval::of).flatMap(Optional::stream).toList();
	}

	private long unknown(List<String> labels, List<ToDoubleFunction<StepResult>> figures) {
		return known(labels, figures).stream().map(Interval::of).filter(Optional::isEmpty).count();
	}

	private List<double[]> known(List<String> labels, List<ToDoubleFunction<StepResult>> figures) {
		List<double[]> known = new ArrayList<>();
		for (String label : labels) {
			for (ToDoubleFunction<StepResult> figure : figures) {
				pairs.forEach(pair -> known
					.add(Ratios.byRound(rounds(pair.cell(), label), rounds(pair.baseline(), label), figure)));
				if (pairs.isEmpty()) {
					systems.keySet()
						.forEach(cell -> known.add(rounds(cell, label).stream().mapToDouble(figure).toArray()));
				}
			}
		}
		return known;
	}

	/**
	 * Adds a remark for each system whose logins cost much more, or much less, in the
	 * last round than in the first.
	 */
	private void drift(String label) throws IOException {
		for (String cell : systems.keySet()) {
			List<StepResult> rounds = rounds(cell, label);
			double change = rounds.isEmpty() ? 1 : cpu(rounds.getLast()) / cpu(rounds.getFirst());
			if (change < 1 / DRIFT || change > DRIFT) {
				run.remark("%s, %s: a login of the last round took %.2f times the processor time of one of the first, "
					.formatted(cell, label, change) + "so it was not warm, or not alone: warm up longer (--warm-up)");
			}
		}
	}

	static double cpu(StepResult step) {
		return step.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER);
	}

	/** Ends the systems, so that others have the machine to themselves. */
	@Override
	public void close() throws IOException {
		for (RunningSystem system : systems.values()) {
			system.close();
		}
	}

	/** Returns the measurements of a step, round by round. */
	private List<StepResult> rounds(String cell, String label) {
		return measured.getOrDefault(cell + "\n" + label, List.of());
	}

	/** A cell and the one that it is related to. */
	private record Pair(String cell, String baseline, String name) {
	}

	/**
	 * The ratios of two cells: round by round, as both suffer when the machine is slow;
	 * then the median of the rounds, and their range.
	 */
	static final class Ratios {

		private Ratios() {
		}

		static Map<String, Double> facts(List<StepResult> cell, List<StepResult> baseline, String label, String name) {
			Map<String, Double> facts = new LinkedHashMap<>();
			put(facts, "CPU a login", label, name, cell, baseline, SideBySide::cpu);
			put(facts, "p50", label, name, cell, baseline, step -> latency(step, LatencyResult::p50));
			put(facts, "p99", label, name, cell, baseline, step -> latency(step, LatencyResult::p99));
			put(facts, "logins a second", label, name, cell, baseline, Ratios::perSecond);
			return facts;
		}

		static double perSecond(StepResult step) {
			return step.load().perSecond();
		}

		/** Returns the median of the finite values; not a number if there are none. */
		static double median(double[] values) {
			return Spread.of(DoubleStream.of(values)).map(Spread::median).orElse(Double.NaN);
		}

		/**
		 * Returns the latency of the request that is answered with an assertion; not a
		 * number if there was none.
		 */
		static double latency(StepResult step, ToDoubleFunction<LatencyResult> which) {
			return Optional.ofNullable(step.load().requests().get(step.load().answering()))
				.map(which::applyAsDouble)
				.orElse(Double.NaN);
		}

		/**
		 * Returns the time waited for a login, the password before a code included; of a
		 * validation that of its one answer.
		 */
		static double wholeLatency(StepResult step, ToDoubleFunction<LatencyResult> which) {
			return Optional.ofNullable(step.load().whole()).map(which::applyAsDouble).orElse(Double.NaN);
		}

		/** Returns each round's ratio, leaving out rounds without both figures. */
		static double[] byRound(List<StepResult> cell, List<StepResult> baseline, ToDoubleFunction<StepResult> value) {
			return IntStream.range(0, Math.min(cell.size(), baseline.size()))
				.filter(round -> value.applyAsDouble(baseline.get(round)) > 0)
				.mapToDouble(round -> value.applyAsDouble(cell.get(round)) / value.applyAsDouble(baseline.get(round)))
				.filter(Double::isFinite)
				.toArray();
		}

		private static void put(Map<String, Double> facts, String what, String label, String name,
				List<StepResult> cell, List<StepResult> baseline, ToDoubleFunction<StepResult> value) {
			Spread.of(DoubleStream.of(byRound(cell, baseline, value))).ifPresent(ratios -> {
				String key = "%s, %s / %s".formatted(label, what, name);
				facts.put(key, ratios.median());
				facts.put(key + ", lowest", ratios.min());
				facts.put(key + ", highest", ratios.max());
			});
		}

	}

}
