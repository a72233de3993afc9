package org.campanile.store.resilience;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreClock;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;

/**
 * Periodically compares this node's clock with the one that all nodes share. A node whose
 * clock is far off would refuse what others accept, expire sessions early and issue
 * assertions that no service accepts. Thread-safe.
 */
public final class ClockComparison {

	private static final Logger logger = LoggerFactory.getLogger(ClockComparison.class);

	/** Half of the time for which a CAS ticket is valid by default. */
	private static final Duration WARNING_OFFSET = Duration.ofSeconds(5);

	private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final StoreClock shared;

	private final InstantSource own;

	private final Duration tolerance;

	private final StoreGuard guard;

	private final AtomicBoolean busy = new AtomicBoolean();

	private volatile long comparedAt;

	private volatile Finding finding = new Finding(State.UNKNOWN, Duration.ZERO);

	private enum State {

		UNKNOWN, GOOD, DOUBTFUL, WRONG

	}

	private record Finding(State state, Duration offset) {
	}

	/**
	 * @param tolerance the clock offset beyond which the node should receive no requests
	 */
	public ClockComparison(StoreClock shared, InstantSource own, Duration tolerance, StoreSettings settings,
			MeterRegistry registry) {
		this.shared = shared;
		this.own = own;
		this.tolerance = tolerance;
		this.guard = new StoreGuard("clock", settings, registry);
		Gauge.builder("campanile.clock.offset", () -> finding.offset().toMillis() / 1000.0)
			.description("How far this node's clock is ahead of the one that all nodes share, in seconds")
			.baseUnit("seconds")
			.register(registry);
	}

	/**
	 * Compares if due, on a separate thread; to be called each second.
	 */
	public void compareIfDue() {
		boolean due = finding.state() == State.UNKNOWN || System.nanoTime() - comparedAt > INTERVAL_NANOS;
		if (due && busy.compareAndSet(false, true)) {
			Thread.startVirtualThread(() -> {
				try {
					compare();
				}
				finally {
					busy.set(false);
				}
			});
		}
	}

	/** Compares now, and logs if the state has changed. */
	void compare() {
		Instant before = own.instant();
		Instant theirs;
		try {
			theirs = guard.once("read", repeated -> shared.read());
		}
		catch (StoreUnavailableException ex) {
			logger.debug("The shared clock could not be read: {}", ex.getMessage());
			return;
		}
		// The operation was answered between the two readings.
		Duration asking = Duration.between(before, own.instant());
		Duration offset = Duration.between(theirs, before.plus(asking.dividedBy(2)));
		Finding last = finding;
		finding = new Finding(judge(offset.abs()), offset);
		comparedAt = System.nanoTime();
		report(last.state(), finding);
	}

	private State judge(Duration offset) {
		if (offset.compareTo(tolerance) > 0) {
			return State.WRONG;
		}
		return offset.compareTo(WARNING_OFFSET) > 0 ? State.DOUBTFUL : State.GOOD;
	}

	private void report(State last, Finding now) {
		if (now.state() == last) {
			return;
		}
		switch (now.state()) {
			case WRONG -> logger.error("{}: this node is not ready; set the clock, for instance by NTP", describe(now));
			case DOUBTFUL -> logger
				.warn("{}: CAS tickets and the gate's codes may expire too early, and beyond {} this node will not be "
						+ "ready; set the clock, for instance by NTP", describe(now), tolerance);
			case GOOD -> {
				if (last != State.UNKNOWN) {
					logger.info("{}: within tolerance again", describe(now));
				}
			}
			case UNKNOWN -> throw new IllegalStateException("a comparison has a result");
		}
	}

	private static String describe(Finding finding) {
		return "This node's clock is " + finding.offset().abs().truncatedTo(ChronoUnit.SECONDS)
				+ (finding.offset().isNegative() ? " behind" : " ahead of") + " the one that all nodes share";
	}

	/** Returns why this node should get no requests; empty if it may. */
	public Optional<String> fault() {
		Finding now = finding;
		return switch (now.state()) {
			case UNKNOWN -> Optional.of("this node's clock has not been compared since the start");
			case WRONG -> Optional.of(describe(now));
			case GOOD, DOUBTFUL -> Optional.empty();
		};
	}

}
