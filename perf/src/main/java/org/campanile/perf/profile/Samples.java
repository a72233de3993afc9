package org.campanile.perf.profile;

import java.util.ArrayList;
import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

import org.campanile.jfr.FlightSettings;

/**
 * The stacks that were taken of running threads. By processor time each stands for the
 * time between two of its thread, so that lost ones do not shift the shares; by the clock
 * for one sample. A recording that holds both is counted by processor time. Used by one
 * thread.
 */
final class Samples implements EventCounter {

	/**
	 * A stack.
	 *
	 * @param frames what ran, the innermost first; empty if none could be taken
	 * @param weight what it stands for, to be compared with others of the recording
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

	/** Of all. */
	long weight() {
		return all().stream().mapToLong(Sample::weight).sum();
	}

	/** The processor time they stand for; 0 if they were taken by the clock. */
	double cpuSeconds() {
		return byTime.stream().mapToLong(Sample::weight).sum() / 1e9;
	}

	/** The stack of an event, the innermost first; empty if none was taken. */
	static List<RecordedFrame> frames(RecordedEvent event) {
		RecordedStackTrace stack = event.getStackTrace();
		return stack == null ? List.of() : stack.getFrames();
	}

	/** Class and method, without parameters. */
	static String method(RecordedFrame frame) {
		return frame.getMethod().getType().getName() + '.' + frame.getMethod().getName();
	}

}
