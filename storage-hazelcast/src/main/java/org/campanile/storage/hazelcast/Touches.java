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
 * Touches that nobody waits for. When too many are under way, or one fails, it is dropped
 * and counted: the session's next use touches it again. Thread-safe.
 */
final class Touches {

	private static final Logger logger = LoggerFactory.getLogger(Touches.class);

	private static final int MOST = 1_000;

	private final Semaphore free = new Semaphore(MOST);

	private final Duration patience;

	private final Counter dropped;

	/**
	 * @param patience how long {@link #settle} waits
	 */
	Touches(Duration patience, MeterRegistry meters) {
		this.patience = patience;
		this.dropped = Counter.builder("campanile.store.hazelcast.touches.dropped")
			.description("Uses of sessions that were not written to the store")
			.register(meters);
	}

	void start(Supplier<CompletionStage<Boolean>> touch) {
		if (!free.tryAcquire()) {
			dropped.increment();
			return;
		}
		try {
			touch.get().whenCompleteAsync((present, failure) -> {
				free.release();
				if (failure != null) {
					drop(failure);
				}
			}, HazelcastOperations.AT_ONCE);
		}
		catch (RuntimeException ex) {
			free.release();
			drop(ex);
		}
	}

	private void drop(Throwable failure) {
		dropped.increment();
		logger.debug("A touch was dropped", failure);
	}

	/** Waits until those under way are done, but no longer than its patience. */
	void settle() {
		try {
			if (free.tryAcquire(MOST, patience.toMillis(), TimeUnit.MILLISECONDS)) {
				free.release(MOST);
			}
			else {
				logger.warn("Touches did not reach the Hazelcast cluster within {} ms; they are lost without harm",
						patience.toMillis());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
