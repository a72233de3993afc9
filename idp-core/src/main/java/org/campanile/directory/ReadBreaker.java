package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.guard.Guards;

/**
 * Circuit breaker for refreshing the entries of signed-in users: these reads are not
 * needed to let them in, and each would wait for a directory that does not answer. When
 * three reads in a row failed, no entry is read for ten seconds, then one as a probe. A
 * slow directory that answers is still queried, because users who have left must lose
 * their access. Passwords are checked regardless. Thread-safe.
 */
final class ReadBreaker {

	private static final Logger logger = LoggerFactory.getLogger(Directory.class);

	static final Duration PAUSE = Guards.PAUSE;

	private final CircuitBreaker breaker;

	private final InstantSource clock;

	/** A read of the directory. */
	@FunctionalInterface
	interface Reading<T> {

		T read() throws DirectoryUnavailableException;

	}

	ReadBreaker(InstantSource clock) {
		this.clock = clock;
		this.breaker = Guards.breaker("directory-read", clock);
		breaker.getEventPublisher().onStateTransition(event -> report(event.getStateTransition()));
	}

	private static void report(StateTransition transition) {
		if (transition == StateTransition.CLOSED_TO_OPEN) {
			logger.warn("Attributes of sessions are refreshed every {} s only, to see whether the "
					+ "directory answers; older attributes are used meanwhile", PAUSE.toSeconds());
		}
		else if (transition.getToState() == CircuitBreaker.State.CLOSED) {
			logger.info("The directory answers again: attributes of sessions are refreshed");
		}
	}

	/**
	 * Reads from the directory, unless the breaker is open.
	 * @throws DirectoryUnavailableException if the directory could not answer, or the
	 * breaker is open
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
		// Any failure counts, or the breaker would never leave its half-open state.
		catch (Throwable ex) {
			breaker.onError(clock.millis() - start, TimeUnit.MILLISECONDS, ex);
			throw ex;
		}
	}

}
