package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.campanile.perf.load.LoadPlan.Arrival;

/**
 * Decides when the measured time begins, when it ends (by time, or by the number of
 * journeys begun), and when the last user has left after it. Thread-safe.
 */
final class LoadSchedule {

	private static final long NOBODY = Long.MIN_VALUE;

	private final LoadPlan plan;

	private final LoadRecorder recorder;

	private final Runnable whenMeasuring;

	private final Runnable whenOver;

	private final LongSupplier nanoTime;

	private final Object measurementStart = new Object();

	private final AtomicLong first = new AtomicLong(NOBODY);

	private final AtomicLong claimed = new AtomicLong();

	private final AtomicInteger present = new AtomicInteger();

	private final AtomicLong arrivals = new AtomicLong();

	private final AtomicBoolean ended = new AtomicBoolean();

	private volatile long from;

	/**
	 * @param whenMeasuring run once, at the beginning of the measured time
	 * @param whenOver run once, when the measured time is over and no user waits for an
	 * answer
	 */
	LoadSchedule(LoadPlan plan, LoadRecorder recorder, Runnable whenMeasuring, Runnable whenOver,
			LongSupplier nanoTime) {
		this.plan = plan;
		this.recorder = recorder;
		this.whenMeasuring = whenMeasuring;
		this.whenOver = whenOver;
		this.nanoTime = nanoTime;
	}

	/**
	 * Begins the measured time, unless it has begun. When this returns it has begun for
	 * every caller: requests made afterwards count.
	 */
	void begin() {
		if (recorder.measuring()) {
			return;
		}
		synchronized (measurementStart) {
			if (!recorder.measuring()) {
				whenMeasuring.run();
				long now = nanoTime.getAsLong();
				from = now;
				recorder.begin(now);
			}
		}
	}

	/**
	 * Registers a user of a load with a rate; the first one after the ramp begins the
	 * measured time. Each must {@link #leave} in the end.
	 * @return whether the user came in time; if not, it has nothing to do
	 */
	boolean arrive(Duration ramp) {
		enter();
		long now = nanoTime.getAsLong();
		first.compareAndSet(NOBODY, now);
		if (now - first.get() >= ramp.toNanos()) {
			begin();
		}
		if (!recorder.measuring()) {
			return true;
		}
		boolean inTime = another();
		if (inTime) {
			arrivals.incrementAndGet();
		}
		return inTime;
	}

	/**
	 * Whether the lead-in goes on, in which users get out of step; begins the measured
	 * time at its end.
	 */
	boolean leadsIn() {
		if (recorder.measuring()) {
			return false;
		}
		long now = nanoTime.getAsLong();
		first.compareAndSet(NOBODY, now);
		if (now - first.get() < plan.leadIn().toNanos()) {
			return true;
		}
		begin();
		return false;
	}

	/** Registers a user who begins its journeys, and must {@link #leave} in the end. */
	void enter() {
		present.incrementAndGet();
	}

	/** Unregisters a user who has had the last answer. */
	void leave() {
		if (present.decrementAndGet() == 0 && over()) {
			end();
		}
	}

	/** Records that there will be no more answers. */
	void end() {
		if (ended.compareAndSet(false, true)) {
			whenOver.run();
		}
	}

	/** Returns how many users of a load with a rate came within the measured time. */
	long arrivals() {
		return arrivals.get();
	}

	/** Whether another journey may begin; if so, counts it. */
	boolean another() {
		if (plan.logins() > 0) {
			return claimed.getAndIncrement() < plan.logins();
		}
		return !over();
	}

	/** Whether the measured time is over, or all planned journeys have begun. */
	boolean over() {
		if (plan.logins() > 0) {
			return claimed.get() >= plan.logins();
		}
		return recorder.measuring() && nanoTime.getAsLong() - from >= plan.length().toNanos();
	}

	/**
	 * Shortens a pause to the end of the measured time: nothing begins after it, and the
	 * servers would be idle while the last users pause.
	 */
	Duration untilOver(Duration pause) {
		if (over()) {
			return Duration.ZERO;
		}
		if (plan.logins() > 0 || !recorder.measuring()) {
			return pause;
		}
		// A user who returned a moment too early would begin another journey.
		Duration left = plan.length().minusNanos(nanoTime.getAsLong() - from).plus(Duration.ofMillis(2));
		return left.compareTo(pause) < 0 ? left : pause;
	}

	/**
	 * Shortens a pause within a journey to the end of the measured time, after which the
	 * user leaves instead of sending the next request. Does not shorten it if a number of
	 * logins ends the load.
	 */
	Duration within(Duration pause) {
		return plan.logins() > 0 ? pause : untilOver(pause);
	}

	/** Whether a user within a journey goes on with it. */
	boolean goesOn() {
		return plan.logins() > 0 || !over();
	}

	/** Returns the progress, 0 to 1. */
	double fraction() {
		if (!recorder.measuring()) {
			return 0;
		}
		if (plan.logins() > 0) {
			return Math.min(1, (double) (recorder.done() + recorder.failed()) / plan.logins());
		}
		return Math.min(1, (double) (nanoTime.getAsLong() - from) / length().toNanos());
	}

	/** Returns the planned measured time, or how long the planned logins take. */
	Duration length() {
		if (plan.logins() > 0 && plan.arrival() instanceof Arrival.Open open) {
			return Duration.ofMillis(Math.round(plan.logins() / open.perSecond() * 1_000));
		}
		return plan.length();
	}

}
