package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;
import org.campanile.perf.scenario.SideBySide.Ratios;

/** Judges the aims that the measurements of a run allow. Each object judges one run. */
public final class Judgement {

	/**
	 * The share of compilers in the processor time above which a cost may be due to them;
	 * the same as in the warm-up.
	 */
	private static final double NOT_QUITE_WARM = Warmth.COMPILED;

	private static final String LOGIN = "login, ";

	private static final String SESSION = "session, ";

	/** Matches a number with any separator of thousands. */
	private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(?:\\D\\d{3})*");

	private final List<CellResult> cells;

	private final Map<String, List<Double>> samples;

	private final List<Judged> judged = new ArrayList<>();

	/** How the run differs from what the aims require. */
	private final List<String> changes;

	private Judgement(List<CellResult> cells, Map<String, List<Double>> samples, List<String> changes) {
		this.cells = cells;
		this.samples = samples;
		this.changes = changes;
	}

	/**
	 * Judges a run.
	 * @param samples the run's repeated figures, by name
	 * @param options the given options, by name
	 */
	static List<Judged> of(String scenario, List<CellResult> cells, Map<String, List<Double>> samples,
			Map<String, String> options) {
		Judgement judgement = new Judgement(cells, samples, Aim.changes(scenario, options));
		switch (scenario) {
			case "baseline" -> judgement.baseline();
			case "compare" -> judgement.compare();
			case "sessions" -> judgement.sessions();
			case "factors" -> judgement.factors();
			case "privacyidea" -> judgement.privacyIdea();
			case "overload" -> judgement.overload();
			case "startup" -> judgement.startup();
			case "memory" -> judgement.memory();
			default -> {
				// Other scenarios have no aims; they are compared with published results.
			}
		}
		return List.copyOf(judgement.judged);
	}

	/**
	 * Judges a stored run by the rules of this version. Where they find no figure in it,
	 * as its names have changed, the stored verdict stays.
	 */
	public static RunResult again(RunResult run) {
		List<Judged> judged = of(run.scenario(), run.cells(), run.samples(), run.options());
		Stream<Judged> others = run.aims()
			.stream()
			.filter(stored -> judged.stream()
				.noneMatch(one -> one.aim() == stored.aim() && one.cell().equals(stored.cell())
						&& one.step().equals(stored.step())));
		return new RunResult(run.format(), run.scenario(), run.started(), run.finished(), run.complete(), run.options(),
				run.conditions(), run.remarks(), run.cells(), run.seed(), run.samples(),
				Stream.concat(judged.stream(), others).toList());
	}

	private void baseline() {
		Optional<CellResult> saml = cell(Baseline.name(Store.MEMORY, Protocol.SAML));
		saml.ifPresent(this::floor);
		Optional<CellResult> cas = cell(Baseline.name(Store.MEMORY, Protocol.CAS));
		relate(Aim.KEYCLOAK_LOGIN, saml, cell("keycloak"), label -> label.startsWith(LOGIN));
		relate(Aim.SIMPLESAMLPHP_SIGN_ON, saml, cell("simplesamlphp"), label -> label.startsWith(SESSION));
		relate(Aim.APEREO_CAS_LOGIN, cas, cell("cas"), label -> label.startsWith(LOGIN));
		relate(Aim.CAS_LOGIN, cas, saml, label -> label.startsWith(LOGIN));
		relate(Aim.GATE_PAGE, cell(Baseline.name(Store.MEMORY, Protocol.GATE)), saml,
				label -> label.startsWith(SESSION));
		stores(Store.JPA_DURABLE, Aim.POSTGRESQL_LOGIN, Aim.POSTGRESQL_SIGN_ON, saml);
		stores(Store.HAZELCAST, Aim.HAZELCAST_LOGIN, Aim.HAZELCAST_SIGN_ON, saml);
	}

	private void stores(Store store, Aim login, Aim signOn, Optional<CellResult> memory) {
		Optional<CellResult> cell = cell(Baseline.name(store, Protocol.SAML));
		relate(login, cell, memory, label -> label.startsWith(LOGIN));
		relate(signOn, cell, memory, label -> label.startsWith(SESSION));
	}

	private void floor(CellResult cell) {
		double[] login = Floor.ofLogin(samples.getOrDefault(Floor.SIGNATURE, List.of()),
				samples.getOrDefault(Floor.DIRECTORY, List.of()));
		double[] signOn = samples(Floor.ENCRYPTED);
		for (String label : labels(cell)) {
			List<StepResult> steps = steps(cell, label);
			double[] micros = steps.stream().mapToDouble(step -> SideBySide.cpu(step) * 1_000).toArray();
			boolean byPassword = label.startsWith(LOGIN);
			Interval.quotient(micros, byPassword ? login : signOn)
				.ifPresent(times -> judge(byPassword ? Aim.LOGIN_FLOOR : Aim.SIGN_ON_FLOOR, cell, label, times, steps,
						List.of()));
		}
	}

	private void compare() {
		for (Store store : List.of(Store.JPA_DURABLE, Store.HAZELCAST)) {
			Aim aim = store == Store.HAZELCAST ? Aim.HAZELCAST_LOGIN : Aim.POSTGRESQL_LOGIN;
			Optional<CellResult> one = cell(Specs.name(1, store));
			relate(aim, one, cell(Compare.memoryBeside(store)), Compare.CLOSED::equals);
			Optional<CellResult> three = cell(Specs.name(3, store));
			relate(Aim.THREE_NODES, three, one, Compare.CLOSED::equals, Ratios::perSecond, 0);
			relate(Aim.THREE_NODES_CPU, three, one, Compare.CLOSED::equals);
		}
	}

	/** Relates the cells whose names differ only in a number to the first of them. */
	private void sessions() {
		for (CellResult cell : cells) {
			String group = NUMBER.matcher(cell.name()).replaceAll("");
			cells.stream()
				.filter(other -> NUMBER.matcher(other.name()).replaceAll("").equals(group))
				.findFirst()
				.filter(first -> !first.equals(cell))
				.ifPresent(first -> relate(Aim.SESSIONS, Optional.of(cell), Optional.of(first), label -> true));
		}
	}

	private void factors() {
		for (CellResult cell : cells) {
			if (!cell.name().equals(Factors.PASSWORD)) {
				relate(cell.name().equals(Factors.TOTP) ? Aim.TOTP : Aim.PASSKEY, Optional.of(cell),
						cell(Factors.PASSWORD), label -> true, SideBySide::cpu, 1);
			}
		}
	}

	private void privacyIdea() {
		Optional<CellResult> on = cell(PrivacyIdea.ON);
		Optional<CellResult> off = cell(PrivacyIdea.OFF);
		if (on.isEmpty() || off.isEmpty()) {
			return;
		}
		for (String label : labels(on.get())) {
			if (label.endsWith(PrivacyIdea.POPULATED)) {
				List<StepResult> populated = steps(on.get(), label);
				List<StepResult> without = steps(off.get(),
						label.substring(0, label.length() - PrivacyIdea.POPULATED.length()) + PrivacyIdea.WITHOUT);
				Interval.of(Ratios.byRound(populated, without, step -> Ratios.latency(step, LatencyResult::p50)))
					.ifPresent(ratio -> judge(Aim.USER_CACHE, on.get(), label, ratio, populated, without));
			}
		}
	}

	private void overload() {
		Optional<StepResult> best = cells.stream()
			.flatMap(cell -> cell.steps().stream())
			.filter(step -> Double.isFinite(Ratios.perSecond(step)))
			.max(Comparator.comparingDouble(Ratios::perSecond));
		for (CellResult cell : cells) {
			for (String label : labels(cell)) {
				List<StepResult> passes = steps(cell, label);
				best.ifPresent(most -> goodput(cell, label, passes, most));
				if (isOverload(label)) {
					Interval.of(passes.stream().mapToDouble(step -> admitted(step) / 1_000).toArray())
						.ifPresent(seconds -> judge(Aim.OVERLOAD_LATENCY, cell, label, seconds, passes, List.of()));
					recovery(cell, label, passes);
				}
			}
		}
	}

	/** Judges goodput by one figure a pass, as seconds of a pass are no repeats. */
	private void goodput(CellResult cell, String label, List<StepResult> passes, StepResult best) {
		double[] shares = passes.stream()
			.mapToDouble(step -> Ratios.perSecond(step) / Ratios.perSecond(best))
			.toArray();
		goodput(label).ifPresent(
				aim -> Interval.of(shares).ifPresent(share -> judge(aim, cell, label, share, passes, List.of(best))));
	}

	/** Returns the 99th percentile of admitted logins; not a number without any. */
	private static double admitted(StepResult step) {
		LatencyResult whole = step.load().requests().get(LoadResult.WHOLE_LOGIN);
		return whole == null ? Double.NaN : whole.p99();
	}

	/** Judges the recovery; without one, the time that was watched counts. */
	private void recovery(CellResult cell, String label, List<StepResult> passes) {
		List<StepResult> after = steps(cell, "after " + label);
		List<StepResult> steps = Stream.concat(passes.stream(), after.stream()).toList();
		Optional<Double> seconds = Optional.ofNullable(cell.facts().get(label + ", seconds to recover"));
		if (seconds.isPresent()) {
			Interval.of(seconds.get()).ifPresent(one -> judge(Aim.RECOVERY, cell, label, one, steps, List.of()));
			return;
		}
		after.stream().findFirst().ifPresent(watched -> {
			double least = watched.load().offered();
			judge(Aim.RECOVERY, cell, label, new Interval(least, least, Double.MAX_VALUE, 1), steps, List.of(),
					"not recovered while it was watched");
		});
	}

	/** Whether a step is beyond saturation. */
	private static boolean isOverload(String label) {
		return goodput(label).isPresent() || label.equals("2×");
	}

	private static Optional<Aim> goodput(String label) {
		return switch (label) {
			case "4×" -> Optional.of(Aim.OVERLOAD_FOUR_TIMES);
			case "10×" -> Optional.of(Aim.OVERLOAD_TEN_TIMES);
			case "4000 users" -> Optional.of(Aim.OVERLOAD_CROWD);
			default -> Optional.empty();
		};
	}

	private void startup() {
		for (CellResult cell : cells) {
			boolean withCache = cell.name().equals(Startup.WITH_CACHE);
			Interval.of(samples(Startup.samples(cell.name())))
				.ifPresent(seconds -> judge(withCache ? Aim.START : Aim.START_WITHOUT_CACHE, cell, "", seconds,
						List.of(), List.of()));
			if (withCache) {
				Interval.of(samples(Startup.taxed(cell.name())))
					.ifPresent(times -> judge(Aim.START_TAX, cell, "", times, List.of(), List.of()));
			}
		}
	}

	private void memory() {
		for (CellResult cell : cells) {
			Optional.ofNullable(cell.facts().get(Memory.AFTER_LOGINS))
				.flatMap(Interval::of)
				.ifPresent(mebibytes -> judge(Aim.RESIDENT, cell, "", mebibytes, List.of(), List.of()));
		}
	}

	private void relate(Aim aim, Optional<CellResult> cell, Optional<CellResult> baseline, Predicate<String> labels) {
		relate(aim, cell, baseline, labels, SideBySide::cpu, 0);
	}

	/**
	 * Relates two cells round by round, in each step that both have.
	 * @param less what is subtracted from each ratio: 1 for additional cost
	 */
	private void relate(Aim aim, Optional<CellResult> cell, Optional<CellResult> baseline, Predicate<String> labels,
			ToDoubleFunction<StepResult> value, double less) {
		if (cell.isEmpty() || baseline.isEmpty()) {
			return;
		}
		for (String label : labels(cell.get())) {
			if (labels.test(label)) {
				List<StepResult> steps = steps(cell.get(), label);
				List<StepResult> others = steps(baseline.get(), label);
				double[] ratios = Ratios.byRound(steps, others, value);
				for (int i = 0; i < ratios.length; i++) {
					ratios[i] -= less;
				}
				Interval.of(ratios).ifPresent(ratio -> judge(aim, cell.get(), label, ratio, steps, others));
			}
		}
	}

	/**
	 * Judges a measured figure.
	 * @param steps the steps whose figure it is; empty if it belongs to none
	 * @param others the steps that it is related to; empty if there are none
	 */
	private void judge(Aim aim, CellResult cell, String label, Interval measured, List<StepResult> steps,
			List<StepResult> others, String... known) {
		double ours = compiling(steps);
		double theirs = compiling(others);
		double most = Math.max(ours, theirs);
		Verdict verdict = aim.verdict(measured);
		// The system's own compilation can only worsen its figure, that of the other
		// system can only improve it.
		boolean owedToCompilers = verdict == Verdict.MISSED && ours > NOT_QUITE_WARM
				|| verdict == Verdict.MET && theirs > NOT_QUITE_WARM;
		if (most > StepResult.NOT_WARM || owedToCompilers || !changes.isEmpty()) {
			verdict = Verdict.NOT_RESOLVED;
		}
		List<String> doubts = new ArrayList<>(List.of(known));
		if (most > NOT_QUITE_WARM) {
			doubts.add(String.format(Locale.ROOT, "up to %.0f %% of a step went into compiling", most * 100));
		}
		if (aim.needs() > measured.count()) {
			doubts.add(measured.count() + " of at least " + aim.needs() + " rounds");
		}
		doubts.addAll(changes);
		Stream.of(steps, others)
			.flatMap(List::stream)
			.flatMap(step -> step.doubts().stream())
			.findFirst()
			.ifPresent(doubts::add);
		judged.add(new Judged(aim, cell.name(), label, measured, verdict, String.join("; ", doubts)));
	}

	private static double compiling(List<StepResult> steps) {
		return Spread.of(steps.stream().mapToDouble(StepResult::compiling)).map(Spread::max).orElse(0.0);
	}

	private Optional<CellResult> cell(String name) {
		return cells.stream().filter(cell -> cell.name().equals(name)).findFirst();
	}

	private static List<String> labels(CellResult cell) {
		return cell.steps().stream().map(StepResult::label).distinct().toList();
	}

	private static List<StepResult> steps(CellResult cell, String label) {
		return cell.steps().stream().filter(step -> step.label().equals(label)).toList();
	}

	private double[] samples(String name) {
		return samples.getOrDefault(name, List.of()).stream().mapToDouble(Double::doubleValue).toArray();
	}

}
