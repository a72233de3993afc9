package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares people who are signed in a directory that does not answer: their entries are
 * read to know more, not to let them in, and each of them would wait for it. When most of
 * the last few readings failed, no entry is read for ten seconds, and then one, to see.
 * One that answers, however slowly, is asked: who has left must lose what they had.
 * Passwords are checked nevertheless. Thread-safe.
 */
final class ReadBreaker {

	private static final Logger logger = LoggerFactory.getLogger(Directory.class);

	static final Duration PAUSE = Duration.ofSeconds(10);

	private static final int LAST = 6;

	private static final int AT_LEAST = 3;

	private static final int SHARE_PERCENT = 60;

	private final CircuitBreaker breaker;

	private final InstantSource clock;

	/** One reading. */
	@FunctionalInterface
	interface Reading<T> {

		T read() throws DirectoryUnavailableException;

	}

	ReadBreaker(InstantSource clock) {
		this.clock = clock;
		this.breaker = CircuitBreaker.of("directory-read",
				CircuitBreakerConfig.custom()
					.slidingWindow(LAST, AT_LEAST, SlidingWindowType.COUNT_BASED)
					.failureRateThreshold(SHARE_PERCENT)
					.waitDurationInOpenState(PAUSE)
					.permittedNumberOfCallsInHalfOpenState(1)
					.maxWaitDurationInHalfOpenState(PAUSE)
					.currentTimestampFunction(any -> clock.millis(), TimeUnit.MILLISECONDS)
					.clock(clock.withZone(ZoneOffset.UTC))
					.writableStackTraceEnabled(false)
					.build());
		breaker.getEventPublisher().onStateTransition(event -> tell(event.getStateTransition()));
	}

	private static void tell(StateTransition transition) {
		if (transition == StateTransition.CLOSED_TO_OPEN) {
			logger.warn("Entries of people who are signed in are read anew every {} s only, to see whether the "
					+ "directory answers; older attributes are used meanwhile", PAUSE.toSeconds());
		}
		else if (transition.getToState() == CircuitBreaker.State.CLOSED) {
			logger.info("Entries of people who are signed in are read anew again");
		}
	}

	/**
	 * Reads, unless it would be in vain.
	 * @throws DirectoryUnavailableException if the directory could not answer, or is not
	 * asked
	 */
	<T> T read(Reading<T> reading) throws DirectoryUnavailableException {
		if (!breaker.tryAcquirePermission()) {
			throw new DirectoryUnavailableException(
					"not asked, it did not answer in time just now and is tried every " + PAUSE.toSeconds() + " s");
		}
		long start = clock.millis();
		try {
			T result = reading.read();
			breaker.onSuccess(clock.millis() - start, TimeUnit.MILLISECONDS);
			return result;
		}
		// Whatever it is: else nobody would ever be let in to see.
		catch (Throwable ex) {
			breaker.onError(clock.millis() - start, TimeUnit.MILLISECONDS, ex);
			throw ex;
		}
	}

}
