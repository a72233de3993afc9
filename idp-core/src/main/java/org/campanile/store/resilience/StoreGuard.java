package org.campanile.store.resilience;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.campanile.guard.Guards;
import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.store.resilience.StoreMeters.Outcome;

/**
 * Guards one store. An operation runs on a separate virtual thread, and its caller
 * continues without it after the deadline, so a hanging store never blocks a request. The
 * deadline covers all attempts. The number of running operations, abandoned ones
 * included, is limited; beyond that they fail at once, as they do while the breaker is
 * open. Thread-safe.
 */
public final class StoreGuard extends StoreOperations {

	/** The maximum number of concurrent operations of a store. */
	static final int MAX_UNDER_WAY = 512;

	private static final int MAX_PROBES = 4;

	private static final int ATTEMPTS = 3;

	private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

	/**
	 * The last part of the deadline starts only when the first has passed: operations
	 * that the store has answered are not lost after a pause of this whole process.
	 */
	private static final int LAST_PART = 10;

	/**
	 * The number of deadlines in which an abandoned operation may still finish.
	 * Interrupting it costs its connection, and a merely slow store should not have to
	 * recreate them all.
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
					.retryOnException(StoreGuard::isRetryable)
					.build());
		this.requests = Guards.bulkhead(name, MAX_UNDER_WAY);
		this.probes = Guards.bulkhead(name + "-probe", MAX_PROBES);
		this.breaker = new StoreBreaker(name, InstantSource.system());
		this.meters = new StoreMeters(name, registry, breaker::isOpen, this::underWay);
	}

	private static boolean isRetryable(Throwable failure) {
		return isFailure(failure) && !Thread.currentThread().isInterrupted();
	}

	/** Whether the store failed, as opposed to the program. */
	private static boolean isFailure(Throwable failure) {
		return failure instanceof Exception && !(failure instanceof IllegalArgumentException)
				&& !(failure instanceof StoreRefusedException);
	}

	/** The store was not called, so any operation may be tried again later. */
	private static final class NotAskedException extends StoreRefusedException {

		private static final long serialVersionUID = 1L;

		private NotAskedException(String message) {
			super(message);
		}

	}

	/**
	 * Runs an operation once. While the store is not called at all, its request
	 * {@linkplain StoreWaitBudget waits}.
	 */
	@Override
	<T> T runOnce(String operation, GuardedOperation<T> work, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		return StoreWaitBudget.repeated(
				() -> guarded(operation, () -> work.run(false),
						Math.max(0, StoreWaitBudget.nanosLeft() - deadlineNanos), abandoned),
				NotAskedException.class::isInstance);
	}

	/**
	 * Retries at most twice, after a jittered pause; then for as long as its request
	 * {@linkplain StoreWaitBudget waits}.
	 */
	@Override
	<T> T runRepeatable(String operation, GuardedOperation<T> work) throws StoreUnavailableException {
		AtomicBoolean tried = new AtomicBoolean();
		return StoreWaitBudget.repeated(() -> {
			Attempts attempts = new Attempts(tried);
			return guarded(operation, () -> retry.executeCallable(() -> attempts.run(work)), 0, abandoned -> {
			});
		});
	}

	/** The attempts of one operation within one deadline; confined to its thread. */
	private final class Attempts {

		private final long begun = System.nanoTime();

		private final AtomicBoolean tried;

		/**
		 * @param tried whether an attempt was made within an earlier deadline; it may
		 * still succeed
		 */
		private Attempts(AtomicBoolean tried) {
			this.tried = tried;
		}

		<T> T run(GuardedOperation<T> work) throws StoreUnavailableException {
			boolean repeated = tried.getAndSet(true);
			if (repeated) {
				if (Thread.currentThread().isInterrupted() || System.nanoTime() - begun >= deadlineNanos) {
					throw new StoreUnavailableException("its caller has given up");
				}
				meters.repeated();
			}
			return work.run(repeated);
		}

	}

	private <T> T guarded(String operation, Callable<T> call, long extraNanos, Consumer<Future<T>> abandoned)
			throws StoreUnavailableException {
		long start = System.nanoTime();
		if (!requests.tryAcquirePermission()) {
			meters.record(operation, Outcome.REJECTED, System.nanoTime() - start);
			throw new NotAskedException(message(operation, "not called, " + MAX_UNDER_WAY + " operations are running"));
		}
		// A waiting request must not be the breaker's trial call: if that failed, it
		// would be unknown whether its replay key was set, and it could not be retried.
		if ((StoreWaitBudget.isWaiting() && breaker.isOpen()) || !breaker.tryAcquire()) {
			requests.onComplete();
			meters.record(operation, Outcome.REJECTED, System.nanoTime() - start);
			throw new NotAskedException(
					message(operation, "not called, it did not answer recently and is probed each second"));
		}
		return run(operation, call, requests, start, extraNanos, abandoned);
	}

	/**
	 * Runs an operation regardless of the breaker, and reports the outcome to it.
	 * @return whether the store answered
	 */
	boolean probe(GuardedOperation<?> call) {
		if (!probes.tryAcquirePermission()) {
			return false;
		}
		try {
			run("probe", () -> Optional.ofNullable(call.run(false)), probes, System.nanoTime(), 0, abandoned -> {
			});
			return true;
		}
		catch (StoreUnavailableException | IllegalArgumentException ex) {
			return false;
		}
	}

	/**
	 * @param extraNanos the time to wait beyond the deadline, in nanoseconds
	 */
	private <T> T run(String operation, Callable<T> call, Bulkhead bulkhead, long start, long extraNanos,
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
				// The permit is released when the operation really ends, for an abandoned
				// one later.
				bulkhead.onComplete();
			}
		});
		try {
			T result = await(task, extraNanos);
			finished(operation, Outcome.OK, start, null);
			return result;
		}
		catch (TimeoutException ex) {
			abandoned.accept(task);
			task.abandon(deadlineNanos * GRACE);
			StoreUnavailableException late = unavailable(operation,
					"no answer within " + TimeUnit.NANOSECONDS.toMillis(deadlineNanos + extraNanos) + " ms", null);
			finished(operation, Outcome.TIMEOUT, start, late);
			throw late;
		}
		catch (InterruptedException ex) {
			task.cancel(true);
			breaker.ignore();
			Thread.currentThread().interrupt();
			throw unavailable(operation, "the caller was interrupted", ex);
		}
		catch (ExecutionException ex) {
			throw failed(operation, ex.getCause(), start);
		}
	}

	private <T> T await(Abandonable<T> task, long extraNanos)
			throws ExecutionException, InterruptedException, TimeoutException {
		long lastPart = deadlineNanos / LAST_PART;
		try {
			return task.await(deadlineNanos - lastPart, lastPart);
		}
		catch (TimeoutException ex) {
			if (extraNanos <= 0 || !StoreWaitBudget.beginWaiting()) {
				throw ex;
			}
			boolean answered = false;
			try {
				T answer = task.await(extraNanos, lastPart);
				answered = true;
				return answer;
			}
			finally {
				StoreWaitBudget.endWaiting(answered);
			}
		}
	}

	private StoreUnavailableException failed(String operation, @Nullable Throwable cause, long start) {
		if (cause instanceof Error error) {
			breaker.ignore();
			throw error;
		}
		if (cause instanceof IllegalArgumentException fault) {
			breaker.ignore();
			throw fault;
		}
		if (cause instanceof StoreRefusedException refused) {
			// A store that refuses an operation, for example because it is full, works.
			breaker.ignore();
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

	/** The number of running operations, abandoned ones included. */
	int underWay() {
		return MAX_UNDER_WAY - requests.getMetrics().getAvailableConcurrentCalls();
	}

}
