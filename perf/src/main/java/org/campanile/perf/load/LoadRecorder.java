package org.campanile.perf.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.campanile.perf.load.AnswerCheck.FailureClass;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult.Second;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult;

/**
 * Counts requests and answers from the beginning of the measured time. What began before
 * it is ignored, except that an assertion for another user is always counted. Times are
 * those of {@link System#nanoTime()}. Thread-safe.
 */
final class LoadRecorder {

	private static final double NANOS_IN_MILLI = 1e6;

	private static final double NANOS_IN_SECOND = 1e9;

	private final int keptInOrder;

	/** The measured time; zero if a number of logins ends the load. */
	private final Duration length;

	private final Map<String, LatencyRecorder> latencies = new LinkedHashMap<>();

	private final Map<String, Long> failures = new TreeMap<>();

	private final List<SecondCount> seconds = new ArrayList<>();

	private final List<Double> inOrder = new ArrayList<>();

	private boolean measuring;

	private long from;

	private long last;

	private long logins;

	private long signOns;

	private long inTime;

	private long bytes;

	/**
	 * @param keptInOrder the number of login latencies to keep one by one
	 * @param length the measured time; zero if a number of logins ends the load
	 */
	LoadRecorder(int keptInOrder, Duration length) {
		this.keptInOrder = keptInOrder;
		this.length = length;
	}

	/** Begins the measured time: requests that begin from now on count. */
	synchronized void begin(long nanos) {
		measuring = true;
		from = nanos;
		last = nanos;
	}

	synchronized boolean measuring() {
		return measuring;
	}

	/**
	 * Records a request that was answered as expected, as far as can be seen at once, or
	 * that was given up without an answer.
	 */
	synchronized void answered(String kind, Timing timing) {
		if (!counts(timing)) {
			return;
		}
		bytes += timing.bytes();
		latencies.computeIfAbsent(kind, any -> new LatencyRecorder()).add(timing.nanos());
		boolean login = kind.equals(RequestKind.LOGIN);
		if (login || isReturn(kind)) {
			second(timing).latency(timing.nanos());
		}
		if (login && inOrder.size() < keptInOrder) {
			inOrder.add(timing.nanos() / NANOS_IN_MILLI);
		}
	}

	/**
	 * Records how long a whole login was waited for, whether answered or given up.
	 * @param last timing of its last request
	 * @param waited the waiting for all its answers, in nanoseconds
	 */
	synchronized void waited(Timing last, long waited) {
		if (counts(last)) {
			latencies.computeIfAbsent(RequestKind.WHOLE_LOGIN, any -> new LatencyRecorder()).add(waited);
		}
	}

	/** Whether a request of this kind comes from a user who has signed on before. */
	private static boolean isReturn(String kind) {
		return kind.equals(RequestKind.SSO) || kind.equals(RequestKind.PAGE);
	}

	synchronized void sound(String kind, Timing timing) {
		if (!counts(timing)) {
			return;
		}
		if (isReturn(kind)) {
			signOns++;
		}
		else {
			logins++;
		}
		if (timing.ended() - from <= length.toNanos()) {
			inTime++;
		}
		second(timing).sound();
	}

	synchronized void failed(String failureClass, Timing timing) {
		if (counts(timing)) {
			second(timing).failed();
		}
		else if (!failureClass.equals(FailureClass.WRONG_USER)) {
			return;
		}
		failures.merge(failureClass, 1L, Long::sum);
	}

	synchronized long done() {
		return logins + signOns;
	}

	synchronized long failed() {
		return failures.values().stream().mapToLong(Long::longValue).sum();
	}

	synchronized LoadResult result(int checkedEvery, ProcessResult generator) {
		Map<String, LatencyResult> requests = new LinkedHashMap<>();
		latencies.forEach((kind, recorder) -> requests.put(kind, recorder.result()));
		List<Second> series = seconds.stream().map(SecondCount::result).toList();
		double seconds = (last - from) / NANOS_IN_SECOND;
		boolean timed = !length.isZero();
		return new LoadResult(seconds, timed ? length.toNanos() / NANOS_IN_SECOND : seconds,
				timed ? inTime : logins + signOns, logins, signOns, requests, Map.copyOf(failures), checkedEvery, bytes,
				series, List.copyOf(inOrder), generator);
	}

	private boolean counts(Timing timing) {
		if (!measuring || timing.began() < from) {
			return false;
		}
		last = Math.max(last, timing.ended());
		return true;
	}

	private SecondCount second(Timing timing) {
		int index = (int) TimeUnit.NANOSECONDS.toSeconds(timing.ended() - from);
		while (seconds.size() <= index) {
			seconds.add(new SecondCount());
		}
		return seconds.get(index);
	}

	/**
	 * The time of a request and its answer.
	 *
	 * @param began the time before it was sent
	 * @param ended the time at which the whole answer had arrived
	 * @param bytes size of the body
	 */
	record Timing(long began, long ended, long bytes) {

		long nanos() {
			return ended - began;
		}

	}

	private static final class SecondCount {

		private long sound;

		private long failed;

		private long answered;

		private long nanos;

		void sound() {
			sound++;
		}

		void failed() {
			failed++;
		}

		void latency(long more) {
			answered++;
			nanos += more;
		}

		Second result() {
			return new Second(sound, failed, answered == 0 ? 0 : nanos / NANOS_IN_MILLI / answered);
		}

	}

	/** Latencies of one kind of request, to three digits. Guarded by its owner's lock. */
	static final class LatencyRecorder {

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

}
