package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jdk.jfr.consumer.RecordedFrame;
import org.campanile.perf.profile.Samples.Sample;
import org.campanile.perf.result.ProfileResult.HotMethod;

/** Where processor time went, by method. */
final class HotMethods {

	private HotMethods() {
	}

	private static final class Weights {

		long self;

		long total;

	}

	/**
	 * The methods with the largest time of their own, and those with the largest total.
	 * @param share of the process that the samples are of, 0 to 1
	 * @param each how many of each; methods that are both are told once
	 */
	static List<HotMethod> of(Samples samples, double share, int each) {
		Map<String, Weights> methods = new HashMap<>();
		for (Sample sample : samples.all()) {
			Set<String> seen = new HashSet<>();
			for (RecordedFrame frame : sample.frames()) {
				String method = StackFrames.method(frame);
				Weights weights = methods.computeIfAbsent(method, key -> new Weights());
				if (seen.isEmpty()) {
					weights.self += sample.weight();
				}
				// A method that calls itself has not run twice.
				if (seen.add(method)) {
					weights.total += sample.weight();
				}
			}
		}
		double all = Math.max(1, samples.weight()) / Math.max(share, 1e-9);
		List<HotMethod> hot = methods.entrySet()
			.stream()
			.map(entry -> new HotMethod(entry.getKey(), entry.getValue().self / all, entry.getValue().total / all))
			.toList();
		Set<HotMethod> chosen = new HashSet<>();
		largest(hot, Comparator.comparingDouble(HotMethod::self), each, chosen);
		largest(hot, Comparator.comparingDouble(HotMethod::total), each, chosen);
		return chosen.stream()
			.sorted(Comparator.comparingDouble(HotMethod::self)
				.thenComparingDouble(HotMethod::total)
				.reversed()
				.thenComparing(HotMethod::method))
			.toList();
	}

	private static void largest(List<HotMethod> methods, Comparator<HotMethod> by, int count, Set<HotMethod> into) {
		methods.stream().sorted(by.reversed().thenComparing(HotMethod::method)).limit(count).forEach(into::add);
	}

}
