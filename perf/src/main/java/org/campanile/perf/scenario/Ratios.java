package org.campanile.perf.scenario;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import org.campanile.perf.result.LatencyResult;
import org.campanile.perf.result.ProcessRole;
import org.campanile.perf.result.StepResult;

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

	static double median(double[] values) {
		if (values.length == 0) {
			return Double.NaN;
		}
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int middle = sorted.length / 2;
		return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

	/** Of the request that answers with an assertion; 0 if there was none. */
	static double latency(StepResult step, ToDoubleFunction<LatencyResult> which) {
		return Optional.ofNullable(step.load().requests().get(step.load().logins() > 0 ? "login" : "sso"))
			.map(which::applyAsDouble)
			.orElse(0.0);
	}

	private static void put(Map<String, Double> facts, String what, String label, String name, List<StepResult> cell,
			List<StepResult> baseline, ToDoubleFunction<StepResult> value) {
		double[] ratios = IntStream.range(0, Math.min(cell.size(), baseline.size()))
			.filter(round -> value.applyAsDouble(baseline.get(round)) > 0)
			.mapToDouble(round -> value.applyAsDouble(cell.get(round)) / value.applyAsDouble(baseline.get(round)))
			.sorted()
			.toArray();
		if (ratios.length > 0) {
			String key = "%s, %s / %s".formatted(label, what, name);
			facts.put(key, median(ratios));
			facts.put(key + ", lowest", ratios[0]);
			facts.put(key + ", highest", ratios[ratios.length - 1]);
		}
	}

}
