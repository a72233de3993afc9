package org.campanile.store.resilience;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task whose result is awaited for a limited time. Thread-safe. */
final class Abandonable<T> extends FutureTask<T> {

	private static final Logger logger = LoggerFactory.getLogger(Abandonable.class);

	Abandonable(Callable<T> call) {
		super(call);
	}

	/**
	 * @param first nanoseconds
	 * @param last nanoseconds, counted from the end of the first
	 */
	T await(long first, long last) throws InterruptedException, ExecutionException, TimeoutException {
		try {
			return get(first, TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return get(last, TimeUnit.NANOSECONDS);
		}
	}

	/**
	 * Interrupts the work, whose result is no longer needed, unless it ends in time.
	 * Returns at once.
	 * @param grace nanoseconds
	 */
	void abandon(long grace) {
		Thread.startVirtualThread(() -> {
			try {
				get(grace, TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				cancel(true);
			}
			catch (ExecutionException | CancellationException ex) {
				// It has completed.
				logger.debug("An abandoned operation of a store failed later", ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

}
