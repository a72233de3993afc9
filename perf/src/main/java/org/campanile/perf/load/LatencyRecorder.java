package org.campanile.perf.load;

import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.campanile.perf.result.LatencyResult;

/** Latencies of one kind of request, to three digits. Used under its owner's lock. */
final class LatencyRecorder {

	private static final double MICROS_IN_MILLI = 1_000;

	private final Histogram micros = new Histogram(3);

	void add(long nanos) {
		micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos)));
	}

	LatencyResult result() {
		return new LatencyResult(micros.getTotalCount(), micros.getMean() / MICROS_IN_MILLI,
				micros.getStdDeviation() / MICROS_IN_MILLI, micros.getMinValue() / MICROS_IN_MILLI, percentile(50),
				percentile(90), percentile(95), percentile(99), micros.getMaxValue() / MICROS_IN_MILLI);
	}

	private double percentile(double percent) {
		return micros.getValueAtPercentile(percent) / MICROS_IN_MILLI;
	}

}
