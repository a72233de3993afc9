package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.campanile.perf.load.LoadPlan.Arrival;

/**
 * When the measured time begins and ends: by time, or by how many journeys were begun;
 * and when the last user has gone after it. Thread-safe.
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
	 * @param whenMeasuring run once, at the moment the measured time begins
	 * @param whenOver run once, when the measured time is over and nobody waits for an
	 * answer any more
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
	 * The measured time begins, if it has not yet. It has begun for everybody who comes
	 * back from here: what they do next counts.
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
	 * Users arrive at a rate; the first to arrive after the ramp begins the measured
	 * time. Each has to leave in the end.
	 * @return whether it came in time; if not, it has nothing to do
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
	 * Whether the load is still on for users to get into step, before the measured time;
	 * begins that at its end.
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

	/** A user begins its journeys, and has to leave in the end. */
	void enter() {
		present.incrementAndGet();
	}

	/** A user has had its last answer. */
	void leave() {
		if (present.decrementAndGet() == 0 && over()) {
			end();
		}
	}

	/** There will be no more answers. */
	void end() {
		if (ended.compareAndSet(false, true)) {
			whenOver.run();
		}
	}

	/** How many users came within the measured time, where they come at a rate. */
	long arrivals() {
		return arrivals.get();
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

	/**
	 * The part of a pause before the end of the measured time: nothing is begun after it,
	 * and the servers would idle while the last users wait.
	 */
	Duration untilOver(Duration pause) {
		if (over()) {
			return Duration.ZERO;
		}
		if (plan.logins() > 0 || !recorder.measuring()) {
			return pause;
		}
		// Who comes back a moment too early would begin once more.
		Duration left = plan.length().minusNanos(nanoTime.getAsLong() - from).plus(Duration.ofMillis(2));
		return left.compareTo(pause) < 0 ? left : pause;
	}

	/**
	 * A pause within a journey, up to the end of the measured time: who would send
	 * something after it goes instead. A count of journeys ends none of them.
	 */
	Duration within(Duration pause) {
		return plan.logins() > 0 ? pause : untilOver(pause);
	}

	/** Whether who is within a journey goes on with it. */
	boolean goesOn() {
		return plan.logins() > 0 || !over();
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
