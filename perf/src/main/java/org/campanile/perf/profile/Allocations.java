package org.campanile.perf.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import org.campanile.perf.result.ProfileResult.ClassUse;

/**
 * What was allocated, by class; bytes are estimated from samples. Used by one thread.
 * <p>
 * A sample tells what its thread has allocated since its last one, and the first of each
 * thread all since it was started: gigabytes of a warm-up, if it began long before the
 * recording. So the first tenth of the period counts for nothing but to have those behind
 * it, and the rest counts for all of it.
 */
final class Allocations implements EventCounter {

	private static final int PARTS = 10;

	private final Map<String, Long> bytes = new HashMap<>();

	private final Instant from;

	/**
	 * @param period in which events are counted
	 */
	Allocations(RecordedPeriod period) {
		this.from = period.begin().plus(Duration.between(period.begin(), period.end()).dividedBy(PARTS));
	}

	@Override
	public boolean wants(String event) {
		return event.equals("jdk.ObjectAllocationSample");
	}

	@Override
	public void add(RecordedEvent event) {
		if (event.getStartTime().isBefore(from)) {
			return;
		}
		bytes.merge(ClassNames.readable(event.getClass("objectClass").getName()), event.getLong("weight"), Long::sum);
	}

	/** The classes with the most; how many objects is not known. */
	List<ClassUse> largest(int count) {
		return bytes.entrySet()
			.stream()
			.map(entry -> new ClassUse(entry.getKey(), 0, entry.getValue() * PARTS / (PARTS - 1)))
			.sorted(Comparator.comparingLong(ClassUse::bytes).reversed().thenComparing(ClassUse::name))
			.limit(count)
			.toList();
	}

}
