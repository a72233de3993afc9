package org.campanile.perf.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;

/** Synthetic runs, with figures that can be verified by hand. */
final class SyntheticRuns {

	static final Instant STARTED = Instant.parse("2026-01-02T03:04:05Z");

	private SyntheticRuns() {
	}

	static RunResult run(String scenario, CellResult... cells) {
		return new RunResult(RunResult.FORMAT, scenario, STARTED, STARTED.plusSeconds(754), true,
				Map.of("time-scale", "0.1", "--results", "/home/someone/results"),
				conditions(List.of(40.0, 41.0, 42.0)), List.of("The load shares the machine with the servers."),
				List.of(cells), 0, Map.of(), List.of());
	}

	static Conditions conditions(List<Double> noise) {
		return new Conditions("Example Processor 3000, amd64", 2, 8_000_000_000L, "Example Linux 13, Linux 6.12",
				"OpenJDK 64-Bit Server VM 25", List.of("-Xmx512m", "-XX:+UseSerialGC"), Map.of("Campanile", "0.1.0"),
				noise);
	}

	static CellResult cell(String name, StepResult... steps) {
		return new CellResult(name, Map.of("durability", "synchronous_commit=on"), Map.of(), List.of(steps));
	}

	static CellResult withFacts(CellResult cell, Map<String, Double> facts) {
		return new CellResult(cell.name(), cell.settings(), facts, cell.steps());
	}

	/**
	 * Returns a step of 100 seconds at a rate, with the milliseconds of IdP processor
	 * time for each login.
	 */
	static StepResult step(String label, int repeat, double perSecond, double millis, double cpuMillis) {
		return step(label, repeat, perSecond, millis, cpuMillis, Map.of());
	}

	static StepResult step(String label, int repeat, double perSecond, double millis, double cpuMillis,
			Map<String, Long> failures) {
		long logins = Math.round(perSecond * 100);
		LoadResult load = new LoadResult(100, 100, logins, logins, 0,
				Map.of("form", latency(logins, millis / 4), "login", latency(logins, millis)), failures, 1,
				logins * 14_500, series(perSecond, millis), List.of(), generator(logins));
		double cpu = logins * cpuMillis / 1_000;
		return new StepResult(label, repeat, load,
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, cpu * 0.9, cpu * 0.1, 420_000_000L,
						180_000_000L, 25, 0.4),
						new ProcessResult("slapd", ProcessRole.DIRECTORY, logins * 0.0003, 0, 90_000_000L, 0, 0, 0)),
				Map.of("directory searches", (double) logins, "store operations", logins * 2.0), "");
	}

	static StepResult withProfile(StepResult step, String profile) {
		return new StepResult(step.label(), step.repeat(), step.load(), step.processes(), step.counters(), profile);
	}

	/** Returns the step with the latency of every login. */
	static StepResult inOrder(StepResult step, List<Double> millis) {
		LoadResult load = step.load();
		return new StepResult(step.label(), step.repeat(),
				new LoadResult(load.seconds(), load.offered(), load.inTime(), load.logins(), load.signOns(),
						load.requests(), load.failures(), load.checkedEvery(), load.bytesReceived(), load.series(),
						millis, load.generator()),
				step.processes(), step.counters(), step.profile());
	}

	/** Returns the step with the counts of each second. */
	static StepResult withSeries(StepResult step, List<LoadResult.Second> series) {
		LoadResult load = step.load();
		return new StepResult(step.label(), step.repeat(),
				new LoadResult(load.seconds(), load.offered(), load.inTime(), load.logins(), load.signOns(),
						load.requests(), load.failures(), load.checkedEvery(), load.bytesReceived(), series,
						load.inOrder(), load.generator()),
				step.processes(), step.counters(), step.profile());
	}

	/** Returns the step with one of {@code every} answers checked. */
	static StepResult checkedEvery(int every, StepResult step) {
		LoadResult load = step.load();
		return new StepResult(step.label(), step.repeat(),
				new LoadResult(load.seconds(), load.offered(), load.inTime(), load.logins(), load.signOns(),
						load.requests(), load.failures(), every, load.bytesReceived(), load.series(), load.inOrder(),
						load.generator()),
				step.processes(), step.counters(), step.profile());
	}

	private static LatencyResult latency(long count, double mean) {
		return new LatencyResult(count, mean, mean / 3, mean / 2, mean * 0.95, mean * 1.5, mean * 1.8, mean * 2.5,
				mean * 4);
	}

	private static ProcessResult generator(long logins) {
		return new ProcessResult("load", ProcessRole.LOAD, logins * 0.002, 0, 0, 0, 0, 0);
	}

	private static List<LoadResult.Second> series(double perSecond, double millis) {
		return IntStream.range(0, 100)
			.mapToObj(second -> new LoadResult.Second(Math.round(perSecond * (1 + 0.1 * Math.sin(second / 5.0))), 0,
					millis * (1 + 0.2 * Math.cos(second / 7.0))))
			.toList();
	}

	/**
	 * Returns a run with the facts that {@code soak} records after each step, under the
	 * names in stored results.
	 */
	static RunResult slices(String scenario) {
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put("slice 1, bytes stored or in heaps", 90e6);
		facts.put("slice 1, node1, threads", 79.0);
		facts.put("slice 1, node1, descriptors", 41.0);
		facts.put("slice 2, bytes stored or in heaps", 53e6);
		facts.put("slice 2, node1, threads", 80.0);
		facts.put("slice 2, node1, descriptors", 99.0);
		facts.put("warm-up, logins", 2_000.0);
		return run(scenario,
				withFacts(cell("one node, memory", step("1", 1, 100, 10, 1), step("2", 1, 100, 10, 1)), facts));
	}

	/**
	 * Returns a run with the cells of {@code memphis} and all of its numbers of users.
	 */
	static RunResult memphis() {
		List<CellResult> cells = new ArrayList<>();
		Map<String, Double> costs = new LinkedHashMap<>();
		costs.put("one node, memory", 1.4);
		costs.put("one node, jpa", 1.6);
		costs.put("one node, hazelcast", 1.5);
		costs.put("three nodes, jpa", 1.7);
		costs.forEach((name,
				cost) -> cells.add(cell(name,
						IntStream.of(1, 25, 50, 75, 100, 125)
							.mapToObj(users -> step(Integer.toString(users), 1, Math.min(users * 60, 900 / cost),
									users * cost * 1.2, cost))
							.toArray(StepResult[]::new))));
		cells.add(withFacts(cell("one node, jpa, 100,000 sessions", step("25", 1, 560, 44, 1.62)),
				Map.of("bytes a session", 612.0, "seconds to preload", 12.5)));
		return run("memphis", cells.toArray(CellResult[]::new));
	}

}
