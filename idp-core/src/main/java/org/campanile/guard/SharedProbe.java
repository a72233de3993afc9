package org.campanile.guard;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A probe of another system that runs once at a time: callers who come while it runs wait
 * for its result. So the system answers one probe, however many ask, and no caller is
 * refused. Thread-safe.
 */
public final class SharedProbe {

	private final Supplier<Optional<String>> probe;

	private final AtomicReference<@Nullable FutureTask<Optional<String>>> running = new AtomicReference<>();

	/**
	 * @param probe returns what is wrong; must end in time by itself
	 */
	public SharedProbe(Supplier<Optional<String>> probe) {
		this.probe = probe;
	}

	/** Returns what is wrong; empty if nothing is. */
	public Optional<String> fault() {
		FutureTask<Optional<String>> own = new FutureTask<>(probe::get);
		FutureTask<Optional<String>> other = running.compareAndExchange(null, own);
		if (other != null) {
			return result(other);
		}
		try {
			own.run();
		}
		finally {
			running.set(null);
		}
		return result(own);
	}

	private static Optional<String> result(FutureTask<Optional<String>> task) {
		try {
			return task.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.of("the probe was interrupted");
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("a probe failed", ex.getCause());
		}
	}

}
