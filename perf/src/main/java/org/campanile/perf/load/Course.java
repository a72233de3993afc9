package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.campanile.perf.load.LoadPlan.Arrival;

/**
 * When the measured time begins and ends: by time, or by how many journeys were begun.
 * Thread-safe.
 */
final class Course {

	private static final long NOBODY = Long.MIN_VALUE;

	private final LoadPlan plan;

	private final LoadRecorder recorder;

	private final Runnable whenMeasuring;

	private final LongSupplier nanoTime;

	private final Object beginning = new Object();

	private final AtomicLong first = new AtomicLong(NOBODY);

	private final AtomicLong claimed = new AtomicLong();

	private volatile long from;

	/**
	 * @param whenMeasuring told once, at the moment the measured time begins
	 */
	Course(LoadPlan plan, LoadRecorder recorder, Runnable whenMeasuring, LongSupplier nanoTime) {
		this.plan = plan;
		this.recorder = recorder;
		this.whenMeasuring = whenMeasuring;
		this.nanoTime = nanoTime;
	}

	/**
	 * The measured time begins, if it has not yet. It has begun for everybody who comes
	 * back from here: what they do next counts.
	 */
	void begin() {
		if (recorder.measuring()) {
			return;
		}
		synchronized (beginning) {
			if (!recorder.measuring()) {
				whenMeasuring.run();
				long now = nanoTime.getAsLong();
				from = now;
				recorder.begin(now);
			}
		}
	}

	/** A user comes; whoever comes when the ramp is over begins the measured time. */
	void arrive(Duration ramp) {
		long now = nanoTime.getAsLong();
		first.compareAndSet(NOBODY, now);
		if (now - first.get() >= ramp.toNanos()) {
			begin();
		}
	}

	/** Whether one more journey is to be made; counts it if so. */
	boolean another() {
		if (plan.logins() > 0) {
			return claimed.getAndIncrement() < plan.logins();
		}
		return !over();
	}

	/** Whether the time is over, or as many journeys as planned were begun. */
	boolean over() {
		if (plan.logins() > 0) {
			return claimed.get() >= plan.logins();
		}
		return recorder.measuring() && nanoTime.getAsLong() - from >= plan.length().toNanos();
	}

	/** 0 to 1. */
	double fraction() {
		if (!recorder.measuring()) {
			return 0;
		}
		if (plan.logins() > 0) {
			return Math.min(1, (double) (recorder.done() + recorder.failed()) / plan.logins());
		}
		return Math.min(1, (double) (nanoTime.getAsLong() - from) / length().toNanos());
	}

	/** How long the measured time is to be, if time ends it; what a count comes to. */
	Duration length() {
		if (plan.logins() > 0 && plan.arrival() instanceof Arrival.Open open) {
			return Duration.ofMillis(Math.round(plan.logins() / open.perSecond() * 1_000));
		}
		return plan.length();
	}

}
