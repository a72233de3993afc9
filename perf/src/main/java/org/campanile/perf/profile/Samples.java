package org.campanile.perf.profile;

import java.util.ArrayList;
import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

import org.campanile.jfr.FlightSettings;

/**
 * Samples of running threads' stacks. A sample by processor time stands for the time
 * between two samples of its thread, so that lost ones do not shift the shares; a sample
 * by the clock counts as one. A recording with both is evaluated by processor time. Used
 * by one thread.
 */
final class Samples implements EventCounter {

	/**
	 * A sample with its stack.
	 *
	 * @param frames the methods that ran, the innermost first; empty without a stack
	 * @param weight its weight relative to the others of the recording
	 */
	record Sample(List<RecordedFrame> frames, long weight) {
	}

	private final List<Sample> byTime = new ArrayList<>();

	private final List<Sample> byClock = new ArrayList<>();

	@Override
	public boolean wants(String event) {
		return event.equals(FlightSettings.BY_PROCESSOR_TIME) || event.equals(FlightSettings.BY_CLOCK);
	}

	@Override
	public void add(RecordedEvent event) {
		if (event.getEventType().getName().equals(FlightSettings.BY_CLOCK)) {
			byClock.add(new Sample(frames(event), 1));
		}
		else {
			byTime.add(new Sample(frames(event), Math.max(1, event.getDuration("samplingPeriod").toNanos())));
		}
	}

	List<Sample> all() {
		return byTime.isEmpty() ? byClock : byTime;
	}

	/** Returns the weight of all samples. */
	long weight() {
		return all().stream().mapToLong(Sample::weight).sum();
	}

	/** Returns the processor time of the samples; 0 if taken by the clock. */
	double cpuSeconds() {
		return byTime.stream().mapToLong(Sample::weight).sum() / 1e9;
	}

	/** Returns an event's stack, innermost frame first; empty if none was taken. */
	static List<RecordedFrame> frames(RecordedEvent event) {
		RecordedStackTrace stack = event.getStackTrace();
		return stack == null ? List.of() : stack.getFrames();
	}

	/** Returns class and method, without parameters. */
	static String method(RecordedFrame frame) {
		return frame.getMethod().getType().getName() + '.' + frame.getMethod().getName();
	}

}
