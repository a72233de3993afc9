package org.campanile.store.guard;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.campanile.store.StorePatience;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.guard.StoreMeters.Outcome;

/**
 * The guard of one store. An operation runs on a virtual thread of its own, and its
 * caller goes on without it when the deadline has passed: a store that hangs never hangs
 * a request. The deadline covers the operation with its repeats. How many operations are
 * under way, abandoned ones included, is bounded; beyond that they fail at once, as they
 * do while the breaker is open. Thread-safe.
 */
public final class StoreGuard extends StoreOperations {

	/** The most operations of a store under way at once. */
	static final int MAX_UNDER_WAY = 512;

	private static final int MAX_PROBES = 4;

	private static final int ATTEMPTS = 3;

	private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

	/**
	 * The last part of the deadline is counted only once the first has passed: after a
	 * pause of this whole process, operations that the store has answered are not lost.
	 */
	private static final int LAST_PART = 10;

	/**
	 * How many deadlines an abandoned operation has to end by itself. An interruption
	 * costs its connection, and a store that is merely slow should not have to make them
	 * all anew.
	 */
	private static final int GRACE = 2;

	private final long deadlineNanos;

	private final Retry retry;

	private final Bulkhead requests;

	private final Bulkhead probes;

	private final StoreBreaker breaker;

	private final StoreMeters meters;

	/**
	 * @param name for logs, metrics and readiness: which store, as {@code sessions}
	 */
	public StoreGuard(String name, StoreSettings settings, MeterRegistry registry) {
		super(name);
		this.deadlineNanos = settings.deadline().toNanos();
		this.retry = Retry.of(name,
				RetryConfig.custom()
					.maxAttempts(ATTEMPTS)
					.intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST_PAUSE, 2))
					.retryOnException(StoreGuard::worthRepeating)
					.build());
		this.requests = bulkhead(name, MAX_UNDER_WAY);
		this.probes = bulkhead(name + "-probe", MAX_PROBES);
		this.breaker = new StoreBreaker(name);
		this.meters = new StoreMeters(name, registry, breaker::isOpen, this::underWay);
	}

	private static Bulkhead bulkhead(String name, int size) {
		return Bulkhead.of(name,
				BulkheadConfig.custom().maxConcurrentCalls(size).maxWaitDuration(Duration.ZERO).build());
	}

	private static boolean worthRepeating(Throwable failure) {
		return isFailure(failure) && !Thread.currentThread().isInterrupted();
	}

	/** Whether the store failed, and not the programme. */
	private static boolean isFailure(Throwable failure) {
		return failure instanceof Exception && !(failure instanceof IllegalArgumentException)
				&& !(failure instanceof StoreRefusedException);
	}

	/** The store was not asked, so any operation may be tried again later. */
	private static final class NotAskedException extends StoreRefusedException {

		private static final long serialVersionUID = 1L;

		private NotAskedException(String message) {
			super(message);
		}

	}

	/**
	 * While the store is not asked at all, its request {@linkplain StorePatience waits}.
	 */
	@Override
	<T> T runOnce(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		return StorePatience
			.repeated(
					() -> guarded(operation, () -> work.run(false),
							Math.max(0, StorePatience.nanosLeft() - deadlineNanos), abandoned),
					NotAskedException.class::isInstance);
	}

	/**
	 * At most twice more, after a jittered pause; and then for as long as its request
	 * {@linkplain StorePatience waits}.
	 */
	@Override
	<T> T runRepeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		AtomicBoolean tried = new AtomicBoolean();
		return StorePatience.repeated(() -> {
			Repeats repeats = new Repeats(tried);
			return guarded(operation, () -> retry.executeCallable(() -> repeats.run(work)), 0, abandoned -> {
			});
		});
	}

	/** The attempts of one operation within one deadline; used by its thread alone. */
	private final class Repeats {

		private final long begun = System.nanoTime();

		private final AtomicBoolean tried;

		/**
		 * @param tried whether an attempt was made within an earlier deadline; it may
		 * still succeed
		 */
		private Repeats(AtomicBoolean tried) {
			this.tried = tried;
		}

		<T> T run(GuardedOperation<T> work) throws StoreUnavailableException {
			boolean repeated = tried.getAndSet(true);
			if (repeated) {
				if (Thread.currentThread().isInterrupted() || System.nanoTime() - begun >= deadlineNanos) {
					throw new StoreUnavailableException("nobody waits for it any more");
				}
				meters.repeated();
			}
			return work.run(repeated);
		}

	}

	private <T> T guarded(String operation, CheckedCall<T> call, long patience, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		long start = System.nanoTime();
		if (!requests.tryAcquirePermission()) {
			meters.record(operation, Outcome.REJECTED, System.nanoTime() - start);
			throw new NotAskedException(
					message(operation, "not asked, " + MAX_UNDER_WAY + " operations are under way"));
		}
		// A waiting request does not serve as the breaker's trial call: if that failed,
		// whether its mark was set would be unknown, and it could not be tried again.
		if ((StorePatience.isWaiting() && breaker.isOpen()) || !breaker.admits()) {
			requests.onComplete();
			meters.record(operation, Outcome.REJECTED, System.nanoTime() - start);
			throw new NotAskedException(
					message(operation, "not asked, it did not answer just now and is tried each second"));
		}
		return run(operation, call, requests, start, patience, abandoned);
	}

	/**
	 * Asks the store something harmless, whatever the breaker says, and tells the
	 * breaker.
	 * @return whether the store answered
	 */
	boolean probe(GuardedOperation<?> harmless) {
		if (!probes.tryAcquirePermission()) {
			return false;
		}
		try {
			run("probe", () -> Optional.ofNullable(harmless.run(false)), probes, System.nanoTime(), 0, abandoned -> {
			});
			return true;
		}
		catch (StoreUnavailableException | IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * @param patience how much longer than the deadline to wait, in nanoseconds
	 */
	private <T> T run(String operation, CheckedCall<T> call, Bulkhead bulkhead, long start, long patience,
			Consumer<Future<T>> abandoned) throws StoreUnavailableException {
		Abandonable<T> task = new Abandonable<>(call);
		Map<String, String> context = MDC.getCopyOfContextMap();
		Thread.startVirtualThread(() -> {
			try {
				if (context != null && !context.isEmpty()) {
					MDC.setContextMap(context);
				}
				task.run();
			}
			finally {
				// When it really ends, which for an abandoned one is later.
				bulkhead.onComplete();
			}
		});
		try {
			T result = await(task, patience);
			finished(operation, Outcome.OK, start, null);
			return result;
		}
		catch (TimeoutException ex) {
			abandoned.accept(task);
			task.abandon(deadlineNanos * GRACE);
			StoreUnavailableException late = unavailable(operation,
					"no answer within " + TimeUnit.NANOSECONDS.toMillis(deadlineNanos + patience) + " ms", null);
			finished(operation, Outcome.TIMEOUT, start, late);
			throw late;
		}
		catch (InterruptedException ex) {
			task.cancel(true);
			breaker.forget();
			Thread.currentThread().interrupt();
			throw unavailable(operation, "the caller was interrupted", ex);
		}
		catch (ExecutionException ex) {
			throw failed(operation, ex.getCause(), start);
		}
	}

	private <T> T await(Abandonable<T> task, long patience)
			throws ExecutionException, InterruptedException, TimeoutException {
		long lastPart = deadlineNanos / LAST_PART;
		try {
			return task.await(deadlineNanos - lastPart, lastPart);
		}
		catch (TimeoutException ex) {
			if (patience <= 0 || !StorePatience.beginWaiting()) {
				throw ex;
			}
			boolean answered = false;
			try {
				T answer = task.await(patience, lastPart);
				answered = true;
				return answer;
			}
			finally {
				StorePatience.endWaiting(answered);
			}
		}
	}

	private StoreUnavailableException failed(String operation, @Nullable Throwable cause, long start) {
		if (cause instanceof Error error) {
			breaker.forget();
			throw error;
		}
		if (cause instanceof IllegalArgumentException fault) {
			breaker.forget();
			throw fault;
		}
		if (cause instanceof StoreRefusedException refused) {
			// A store that refuses, as a full one does, works.
			breaker.forget();
			meters.record(operation, Outcome.REJECTED, System.nanoTime() - start);
			return refused;
		}
		finished(operation, Outcome.FAILED, start, cause);
		return cause instanceof StoreUnavailableException known ? known
				: unavailable(operation, String.valueOf(cause), cause);
	}

	private void finished(String operation, Outcome outcome, long start, @Nullable Throwable failure) {
		long nanos = System.nanoTime() - start;
		if (outcome == Outcome.OK) {
			breaker.succeeded(nanos);
		}
		else {
			breaker.failed(nanos, failure);
		}
		meters.record(operation, outcome, nanos);
	}

	private StoreUnavailableException unavailable(String operation, String what, @Nullable Throwable cause) {
		String message = message(operation, what);
		return cause == null ? new StoreUnavailableException(message) : new StoreUnavailableException(message, cause);
	}

	private String message(String operation, String what) {
		return "the store of " + name() + ", " + operation + ": " + what;
	}

	StoreBreaker breaker() {
		return breaker;
	}

	/** How many operations are under way, abandoned ones included. */
	int underWay() {
		return MAX_UNDER_WAY - requests.getMetrics().getAvailableConcurrentCalls();
	}

}
