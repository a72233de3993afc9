package org.campanile.store.guard;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work for whose result somebody waits, though not for ever. Thread-safe. */
final class Abandonable<T> extends FutureTask<T> {

	private static final Logger logger = LoggerFactory.getLogger(Abandonable.class);

	Abandonable(CheckedCall<T> call) {
		super(call::run);
	}

	/**
	 * @param first nanoseconds
	 * @param last nanoseconds, counted when the first have passed
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
	 * Interrupts the work, whose result nobody waits for any more, unless it ends by
	 * itself. Returns at once.
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
				// It ended.
				logger.debug("An abandoned operation of a store failed later", ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

}
