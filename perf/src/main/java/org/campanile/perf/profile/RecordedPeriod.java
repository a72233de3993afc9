package org.campanile.perf.profile;

import java.time.Duration;
import java.time.Instant;

import jdk.jfr.consumer.RecordedEvent;

/**
 * A period of a recording.
 *
 * @param begin its first moment
 * @param end its last moment; not before the first
 */
record RecordedPeriod(Instant begin, Instant end) {

	double seconds() {
		return Duration.between(begin, end).toNanos() / 1e9;
	}

	/** Whether the event began and ended within the period. */
	boolean holds(RecordedEvent event) {
		return !event.getStartTime().isBefore(begin) && !event.getEndTime().isAfter(end);
	}

}
