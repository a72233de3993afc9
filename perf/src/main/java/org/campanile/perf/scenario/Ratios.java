package org.campanile.perf.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.Spread;

/**
 * How one cell relates to another: round against round, for what slows the machine slows
 * both; then the median of the rounds, and their range.
 */
final class Ratios {

	private Ratios() {
	}

	static Map<String, Double> facts(List<StepResult> cell, List<StepResult> baseline, String label, String name) {
		Map<String, Double> facts = new LinkedHashMap<>();
		put(facts, "CPU a login", label, name, cell, baseline,
				step -> step.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER));
		put(facts, "p50", label, name, cell, baseline, step -> latency(step, LatencyResult::p50));
		put(facts, "p99", label, name, cell, baseline, step -> latency(step, LatencyResult::p99));
		put(facts, "logins a second", label, name, cell, baseline, Ratios::perSecond);
		return facts;
	}

	static double perSecond(StepResult step) {
		return step.load().perSecond();
	}

	/** Of those that are figures; not a number if none is. */
	static double median(double[] values) {
		return Spread.of(DoubleStream.of(values)).map(Spread::median).orElse(Double.NaN);
	}

	/** Of the request that answers with an assertion; not a number if there was none. */
	static double latency(StepResult step, ToDoubleFunction<LatencyResult> which) {
		return Optional.ofNullable(step.load().requests().get(step.load().answering()))
			.map(which::applyAsDouble)
			.orElse(Double.NaN);
	}

	private static void put(Map<String, Double> facts, String what, String label, String name, List<StepResult> cell,
			List<StepResult> baseline, ToDoubleFunction<StepResult> value) {
		// A round in which one of the two has no figure relates nothing.
		Spread
			.of(IntStream.range(0, Math.min(cell.size(), baseline.size()))
				.filter(round -> value.applyAsDouble(baseline.get(round)) > 0)
				.mapToDouble(round -> value.applyAsDouble(cell.get(round)) / value.applyAsDouble(baseline.get(round))))
			.ifPresent(ratios -> {
				String key = "%s, %s / %s".formatted(label, what, name);
				facts.put(key, ratios.median());
				facts.put(key + ", lowest", ratios.min());
				facts.put(key + ", highest", ratios.max());
			});
	}

}
