package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.campanile.perf.result.ProfileResult;

/** Collections by collector, and what the heap held last. Used by one thread. */
final class GarbageCollections implements EventCounter {

	private static final String COLLECTION = "jdk.GarbageCollection";

	private static final String HEAP = "jdk.GCHeapSummary";

	private static final String USAGE = "jdk.GCHeapMemoryUsage";

	private final Map<String, Collector> collectors = new HashMap<>();

	private Heap heap = new Heap(0, 0, 0);

	private static final class Collector {

		long count;

		double pauseSeconds;

		double longestMillis;

	}

	private record Heap(long at, long used, long committed) {
	}

	@Override
	public boolean wants(String event) {
		return event.equals(COLLECTION) || event.equals(HEAP) || event.equals(USAGE);
	}

	@Override
	public void add(RecordedEvent event) {
		switch (event.getEventType().getName()) {
			case COLLECTION -> {
				Collector collector = collectors.computeIfAbsent(event.getString("name"), name -> new Collector());
				collector.count++;
				collector.pauseSeconds += event.getDuration("sumOfPauses").toNanos() / 1e9;
				collector.longestMillis = Math.max(collector.longestMillis,
						event.getDuration("longestPause").toNanos() / 1e6);
			}
			case HEAP -> {
				RecordedObject space = event.getValue("heapSpace");
				seen(event, event.getLong("heapUsed"), space.getLong("committedSize"));
			}
			default -> seen(event, event.getLong("used"), event.getLong("committed"));
		}
	}

	/** Events of one recording need not come in order. */
	private void seen(RecordedEvent event, long used, long committed) {
		long at = event.getStartTime().toEpochMilli();
		if (at >= heap.at()) {
			heap = new Heap(at, used, committed);
		}
	}

	List<ProfileResult.Collections> collections(double seconds) {
		return collectors.entrySet()
			.stream()
			.map(entry -> new ProfileResult.Collections(entry.getKey(), entry.getValue().count,
					entry.getValue().count / Math.max(seconds, 1e-3), entry.getValue().pauseSeconds,
					entry.getValue().longestMillis))
			.sorted(Comparator.comparingDouble(ProfileResult.Collections::pauseSeconds)
				.reversed()
				.thenComparing(ProfileResult.Collections::collector))
			.toList();
	}

	long heapUsedBytes() {
		return heap.used();
	}

	long heapCommittedBytes() {
		return heap.committed();
	}

}
