package org.campanile.guard;

import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;

/** Breakers, limits on concurrent calls, and calls that give their permit back. */
public final class Guards {

	/** The pause after a failure of a system, before one call tries it again. */
	public static final Duration PAUSE = Duration.ofSeconds(10);

	private static final int FAILURES_IN_A_ROW = 3;

	private Guards() {
	}

	/**
	 * A breaker for calls: opens when three in a row failed, and lets one through after
	 * each {@link #PAUSE}.
	 */
	public static CircuitBreaker breaker(String name, InstantSource clock) {
		SteadyClock steady = new SteadyClock(clock);
		return CircuitBreaker.of(name, CircuitBreakerConfig.custom()
			// A lower threshold than all of them could also be reached by a
			// success, as the third call after two failures.
			.slidingWindow(FAILURES_IN_A_ROW, FAILURES_IN_A_ROW, SlidingWindowType.COUNT_BASED)
			.failureRateThreshold(100)
			.waitDurationInOpenState(PAUSE)
			.permittedNumberOfCallsInHalfOpenState(1)
			.maxWaitDurationInHalfOpenState(PAUSE)
			.currentTimestampFunction(any -> steady.millis(), TimeUnit.MILLISECONDS)
			.clock(steady.withZone(ZoneOffset.UTC))
			.writableStackTraceEnabled(false)
			.build());
	}

	/** A limit on concurrent calls; further ones get no permit, and do not wait. */
	public static Bulkhead bulkhead(String name, int size) {
		return Bulkhead.of(name,
				BulkheadConfig.custom().maxConcurrentCalls(size).maxWaitDuration(Duration.ZERO).build());
	}

	/**
	 * Begins a call for which a permit is held. The permit is returned before the answer
	 * is available, and also if the call is cancelled before it begins.
	 * @param giveBack gives the permit back; called once
	 * @throws RejectedExecutionException if the threads take no more calls; the permit is
	 * still held then
	 */
	public static <T> Future<T> submit(Executor threads, Runnable giveBack, Callable<T> call) {
		AtomicBoolean held = new AtomicBoolean(true);
		Runnable release = () -> {
			if (held.compareAndSet(true, false)) {
				giveBack.run();
			}
		};
		FutureTask<T> answer = new FutureTask<>(() -> {
			try {
				return call.call();
			}
			finally {
				release.run();
			}
		});
		threads.execute(() -> {
			answer.run();
			release.run();
		});
		return answer;
	}

}
