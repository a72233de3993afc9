package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous touches. If too many are running, or one fails, it is dropped and counted:
 * the session's next use touches it again. Thread-safe.
 */
final class Touches {

	private static final Logger logger = LoggerFactory.getLogger(Touches.class);

	private static final int MAX_RUNNING = 1_000;

	private final Semaphore permits = new Semaphore(MAX_RUNNING);

	private final Duration timeout;

	private final Counter dropped;

	/**
	 * @param timeout how long {@link #settle} waits
	 */
	Touches(Duration timeout, MeterRegistry meters) {
		this.timeout = timeout;
		this.dropped = Counter.builder("campanile.store.hazelcast.touches.dropped")
			.description("Uses of sessions that were not written to the store")
			.register(meters);
	}

	void start(Supplier<CompletionStage<Boolean>> touch) {
		if (!permits.tryAcquire()) {
			dropped.increment();
			return;
		}
		try {
			touch.get().whenCompleteAsync((present, failure) -> {
				permits.release();
				if (failure != null) {
					drop(failure);
				}
			}, HazelcastOperations.SAME_THREAD);
		}
		catch (RuntimeException ex) {
			permits.release();
			drop(ex);
		}
	}

	private void drop(Throwable failure) {
		dropped.increment();
		logger.debug("A touch was dropped", failure);
	}

	/** Waits for running touches, within the timeout. */
	void settle() {
		try {
			if (permits.tryAcquire(MAX_RUNNING, timeout.toMillis(), TimeUnit.MILLISECONDS)) {
				permits.release(MAX_RUNNING);
			}
			else {
				logger.warn("Touches did not reach the Hazelcast cluster within {} ms; they are dropped",
						timeout.toMillis());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
