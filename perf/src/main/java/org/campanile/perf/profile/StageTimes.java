package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jdk.jfr.consumer.RecordedEvent;
import org.HdrHistogram.Histogram;
import org.campanile.perf.result.ProfileResult.Stage;

/**
 * How long the stages of logins took, from the product's own events. Used by one thread.
 */
final class StageTimes implements EventCounter {

	private static final String PREFIX = "campanile.";

	/** An hour: nothing of a login is longer. */
	private static final long LONGEST_NANOS = 3_600_000_000_000L;

	private final Map<String, Histogram> stages = new HashMap<>();

	@Override
	public boolean wants(String event) {
		return event.startsWith(PREFIX);
	}

	@Override
	public void add(RecordedEvent event) {
		stages.computeIfAbsent(name(event), name -> new Histogram(LONGEST_NANOS, 3))
			.recordValue(Math.clamp(event.getDuration().toNanos(), 0, LONGEST_NANOS));
	}

	/**
	 * {@code sign}; of stores with what they were asked: {@code store sessions create}.
	 */
	private static String name(RecordedEvent event) {
		String stage = event.getEventType().getName().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
		return event.hasField("store") ? stage + ' ' + event.getString("store") + ' ' + event.getString("operation")
				: stage;
	}

	/** By all the time they took. */
	List<Stage> stages() {
		return stages.entrySet()
			.stream()
			.map(entry -> stage(entry.getKey(), entry.getValue()))
			.sorted(Comparator.comparingDouble((Stage stage) -> stage.meanMillis() * stage.count())
				.reversed()
				.thenComparing(Stage::name))
			.toList();
	}

	private static Stage stage(String name, Histogram nanos) {
		return new Stage(name, nanos.getTotalCount(), nanos.getMean() / 1e6, nanos.getValueAtPercentile(50) / 1e6,
				nanos.getValueAtPercentile(99) / 1e6, nanos.getMaxValue() / 1e6);
	}

}
