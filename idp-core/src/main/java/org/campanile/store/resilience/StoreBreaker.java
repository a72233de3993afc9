package org.campanile.store.resilience;

import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.guard.SteadyClock;

/**
 * Tracks whether a store answers. Opens when an operation fails, there were at least five
 * in the last ten seconds, and at least half of these failed; a successful probe closes
 * it. Thread-safe.
 */
final class StoreBreaker {

	private static final Logger logger = LoggerFactory.getLogger(StoreBreaker.class);

	private static final int WINDOW_SECONDS = 10;

	private static final int MINIMUM_CALLS = 5;

	private static final int FAILURE_RATE_PERCENT = 50;

	/** The age of the last answer at which an idle store is probed. */
	private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final CircuitBreaker breaker;

	private final String name;

	private volatile boolean answered;

	private volatile boolean lastFailed;

	private volatile long lastAnswer = System.nanoTime();

	private volatile String lastFailure = "";

	StoreBreaker(String name, InstantSource clock) {
		this.name = name;
		this.breaker = CircuitBreaker.of(name,
				CircuitBreakerConfig.custom()
					.slidingWindow(WINDOW_SECONDS, MINIMUM_CALLS, SlidingWindowType.TIME_BASED)
					// A lower threshold could also be exceeded at a success, once older
					// successes have left the window; failed() compares with ours.
					.failureRateThreshold(100)
					.waitDurationInOpenState(Duration.ofSeconds(1))
					// If the probes ever stop, requests act as trial calls.
					.permittedNumberOfCallsInHalfOpenState(1)
					.maxWaitDurationInHalfOpenState(Duration.ofSeconds(1))
					.clock(new SteadyClock(clock).withZone(ZoneOffset.UTC))
					.writableStackTraceEnabled(false)
					.build());
		breaker.getEventPublisher()
			.onStateTransition(event -> report(event.getStateTransition().getFromState(),
					event.getStateTransition().getToState()));
	}

	private void report(State from, State to) {
		if (from == State.CLOSED && to == State.OPEN) {
			logger.error("The store of {} does not answer as expected ({}): operations fail at once, and it is "
					+ "probed each second", name, lastFailure);
		}
		else if (to == State.CLOSED) {
			logger.warn("The store of {} answers again", name);
		}
	}

	/** Whether an operation may proceed; its outcome must then be reported. */
	boolean tryAcquire() {
		return breaker.tryAcquirePermission();
	}

	void succeeded(long nanos) {
		breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
		lastAnswer = System.nanoTime();
		if (!answered || lastFailed) {
			answered = true;
			lastFailed = false;
		}
	}

	void failed(long nanos, @Nullable Throwable failure) {
		lastFailed = true;
		lastFailure = failure == null ? "no answer" : String.valueOf(failure.getMessage());
		breaker.onError(nanos, TimeUnit.NANOSECONDS, failure == null ? new IllegalStateException() : failure);
		if (!isOpen() && breaker.getMetrics().getFailureRate() >= FAILURE_RATE_PERCENT) {
			breaker.transitionToOpenState();
		}
	}

	/** Ignores the outcome, which says nothing about the store. */
	void ignore() {
		breaker.releasePermission();
	}

	/** Whether the state of the store is unknown or in doubt. */
	boolean needsProbe() {
		return isOpen() || !answered || lastFailed || System.nanoTime() - lastAnswer > IDLE_NANOS;
	}

	/** A probe succeeded: outcomes of earlier operations no longer matter. */
	void recovered() {
		if (isOpen()) {
			breaker.transitionToClosedState();
		}
	}

	boolean isOpen() {
		return breaker.getState() != State.CLOSED;
	}

	/** Returns why the store should get no requests; empty if it may. */
	Optional<String> fault() {
		if (!answered) {
			return Optional.of("the store of " + name + " has not answered since the start" + suffix());
		}
		return isOpen() ? Optional.of("the store of " + name + " does not answer" + suffix()) : Optional.empty();
	}

	private String suffix() {
		return lastFailure.isEmpty() ? "" : ": " + lastFailure;
	}

}
