package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.perf.result.Aim;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.Soundness;

/**
 * Collects the results of a run, and writes them with every entry except settings. Used
 * by one thread.
 */
final class ResultCollector {

	private final RunOptions options;

	private final String scenario;

	private final Map<String, String> words;

	private final InstantSource clock;

	private final Instant started;

	private final TestBed testBed;

	private final List<Double> noise = new ArrayList<>();

	private final List<String> remarks;

	private final Map<String, List<Double>> samples = new LinkedHashMap<>();

	private final long seed;

	private final Map<String, CellResult> cells = new LinkedHashMap<>();

	/**
	 * @param words the given options, by name
	 * @param testBed knows the conditions of the machine
	 * @param seed the seed of the order of rounds
	 */
	ResultCollector(Scenario scenario, RunOptions options, Map<String, String> words, InstantSource clock,
			TestBed testBed, long seed) {
		this.options = options;
		this.scenario = scenario.name();
		this.words = words;
		this.clock = clock;
		this.started = clock.instant();
		this.testBed = testBed;
		this.remarks = new ArrayList<>(scenario.about().remarks());
		this.seed = seed;
	}

	void probed(double millis) {
		noise.add(millis);
	}

	/** Adds settings, written with the next entry: writing would delay a timed start. */
	void settings(String cell, Map<String, String> settings) {
		CellResult known = cell(cell);
		cells.put(cell, new CellResult(cell, merged(known.settings(), settings), known.facts(), known.steps()));
	}

	/** Adds the failures of a warm-up to those of earlier ones. */
	void warmedUp(String cell, LoadResult load) throws IOException {
		Map<String, Double> facts = new TreeMap<>();
		load.failures()
			.forEach((name, count) -> facts.put(Soundness.WARM_UP_FAILED + name,
					count + cell(cell).facts().getOrDefault(Soundness.WARM_UP_FAILED + name, 0.0)));
		facts(cell, facts);
	}

	void facts(String cell, Map<String, Double> facts) throws IOException {
		CellResult known = cell(cell);
		cells.put(cell, new CellResult(cell, known.settings(), merged(known.facts(), facts), known.steps()));
		write(false);
	}

	/** Adds figures that belong to no cell to those of the same name. */
	void samples(String name, List<Double> figures) {
		samples.computeIfAbsent(name, absent -> new ArrayList<>()).addAll(figures);
	}

	/** Judges the aims of the scenario from the results so far. */
	List<Aim.Judged> judged() {
		return Judgement.of(scenario, cells(), samples, words);
	}

	void remark(String sentence) throws IOException {
		if (!remarks.contains(sentence)) {
			remarks.add(sentence);
			write(false);
		}
	}

	void step(String cell, StepResult step) throws IOException {
		CellResult known = cell(cell);
		List<StepResult> steps = new ArrayList<>(known.steps());
		steps.add(step);
		cells.put(cell, new CellResult(cell, known.settings(), known.facts(), List.copyOf(steps)));
		write(false);
	}

	/** Returns the number of the next repeat of a step, from 1. */
	int nextRepeat(String cell, String label) {
		return 1 + (int) cell(cell).steps().stream().filter(step -> step.label().equals(label)).count();
	}

	/** Returns the number of answers for another user, in steps and warm-ups. */
	long wrongUsers() {
		return cells.values()
			.stream()
			.mapToLong(cell -> cell.steps().stream().mapToLong(step -> step.load().wrongUsers()).sum()
					+ Math.round(cell.facts().getOrDefault(Soundness.WARM_UP_FAILED + LoadResult.WRONG_USER, 0.0)))
			.sum();
	}

	List<CellResult> cells() {
		return List.copyOf(cells.values());
	}

	/**
	 * Writes the results.
	 * @param complete whether everything was measured
	 */
	void write(boolean complete) throws IOException {
		RunResults.write(options.results(), new RunResult(RunResult.FORMAT, scenario, started, clock.instant(),
				complete, words, conditions(), List.copyOf(remarks), cells(), seed, samples(), judged()));
	}

	private Map<String, List<Double>> samples() {
		Map<String, List<Double>> copies = new LinkedHashMap<>();
		samples.forEach((name, figures) -> copies.put(name, List.copyOf(figures)));
		return copies;
	}

	private Conditions conditions() throws IOException {
		return testBed.conditions(cells.values().stream().map(CellResult::settings).toList(), List.copyOf(noise));
	}

	private CellResult cell(String name) {
		return cells.getOrDefault(name, new CellResult(name, Map.of(), Map.of(), List.of()));
	}

	private static <V> Map<String, V> merged(Map<String, V> first, Map<String, V> second) {
		Map<String, V> merged = new LinkedHashMap<>(first);
		merged.putAll(second);
		return merged;
	}

}
