package org.campanile.store.guard;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether a store answers. Opens when at least half of the last ten seconds'
 * operations failed, five at the least; a probe that is answered closes it. Thread-safe.
 */
final class StoreBreaker {

	private static final Logger logger = LoggerFactory.getLogger(StoreBreaker.class);

	private static final int WINDOW_SECONDS = 10;

	private static final int AT_LEAST = 5;

	private static final int SHARE_PERCENT = 50;

	/** Without an answer for so long, a store that nobody asks is asked by a probe. */
	private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final CircuitBreaker breaker;

	private final String name;

	private volatile boolean answered;

	private volatile boolean lastFailed;

	private volatile long lastAnswer = System.nanoTime();

	private volatile String lastFailure = "";

	StoreBreaker(String name) {
		this.name = name;
		this.breaker = CircuitBreaker.of(name,
				CircuitBreakerConfig.custom()
					.slidingWindow(WINDOW_SECONDS, AT_LEAST, SlidingWindowType.TIME_BASED)
					.failureRateThreshold(SHARE_PERCENT)
					.waitDurationInOpenState(Duration.ofSeconds(1))
					// Should the probes ever stop, requests find out by themselves.
					.permittedNumberOfCallsInHalfOpenState(1)
					.maxWaitDurationInHalfOpenState(Duration.ofSeconds(1))
					.writableStackTraceEnabled(false)
					.build());
		breaker.getEventPublisher()
			.onStateTransition(
					event -> tell(event.getStateTransition().getFromState(), event.getStateTransition().getToState()));
	}

	private void tell(State from, State to) {
		if (from == State.CLOSED && to == State.OPEN) {
			logger.error("The store of {} does not answer as it should ({}): operations fail at once, "
					+ "it is tried each second", name, lastFailure);
		}
		else if (to == State.CLOSED) {
			logger.warn("The store of {} answers again", name);
		}
	}

	/** Whether an operation may go on; its outcome is then told. */
	boolean admits() {
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
	}

	/** The outcome says nothing of the store. */
	void forget() {
		breaker.releasePermission();
	}

	/** Whether nobody knows, or somebody doubts, that the store answers. */
	boolean wantsProbe() {
		return isOpen() || !answered || lastFailed || System.nanoTime() - lastAnswer > IDLE_NANOS;
	}

	/** A probe was answered: what was under way before says nothing any more. */
	void recovered() {
		if (isOpen()) {
			breaker.transitionToClosedState();
		}
	}

	boolean isOpen() {
		return breaker.getState() != State.CLOSED;
	}

	/** Why the store should get no requests; empty if it may. */
	Optional<String> fault() {
		if (!answered) {
			return Optional.of("the store of " + name + " has not answered since the start" + lastWords());
		}
		return isOpen() ? Optional.of("the store of " + name + " does not answer" + lastWords()) : Optional.empty();
	}

	private String lastWords() {
		return lastFailure.isEmpty() ? "" : ": " + lastFailure;
	}

}
