package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import org.campanile.perf.result.ProfileResult.ClassUse;

/**
 * What was allocated, by class; octets are estimated from samples. Used by one thread.
 */
final class Allocations implements Tally {

	private final Map<String, Long> octets = new HashMap<>();

	@Override
	public boolean wants(String event) {
		return event.equals("jdk.ObjectAllocationSample");
	}

	@Override
	public void add(RecordedEvent event) {
		octets.merge(ClassNames.readable(event.getClass("objectClass").getName()), event.getLong("weight"), Long::sum);
	}

	/** The classes with the most; how many objects is not known. */
	List<ClassUse> largest(int count) {
		return octets.entrySet()
			.stream()
			.map(entry -> new ClassUse(entry.getKey(), 0, entry.getValue()))
			.sorted(Comparator.comparingLong(ClassUse::octets).reversed().thenComparing(ClassUse::name))
			.limit(count)
			.toList();
	}

}
