package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.campanile.perf.profile.Samples.Sample;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.result.ProfileResult.Area;

/** What processor time was used for, the virtual machine's own threads included. */
final class Areas {

	private Areas() {
	}

	static List<Area> of(Samples samples, ThreadTimes times) {
		AreaRules rules = new AreaRules();
		Map<String, Double> shares = new HashMap<>();
		double each = times.javaShare() / Math.max(1, samples.weight());
		for (Sample sample : samples.all()) {
			shares.merge(rules.areaOf(sample.frames()), sample.weight() * each, Double::sum);
		}
		if (times.process() > 0) {
			times.own().forEach((work, seconds) -> shares.merge(work, seconds / times.process(), Double::sum));
		}
		return shares.entrySet()
			.stream()
			.filter(entry -> entry.getValue() > 0)
			.map(entry -> new Area(entry.getKey(), entry.getValue()))
			.sorted(Comparator.comparingDouble(Area::share).reversed().thenComparing(Area::name))
			.toList();
	}

}
