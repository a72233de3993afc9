package org.campanile.storage.hazelcast;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The concurrent attempts of one operation. Not thread-safe.
 */
final class ParallelAttempts<R extends @Nullable Object> {

	private final Supplier<CompletionStage<R>> operation;

	private final BlockingQueue<CompletableFuture<R>> done = new LinkedBlockingQueue<>();

	private final Executor answers;

	private int started;

	private int pending;

	/**
	 * @param operation starts an attempt
	 * @param answers reads answers
	 */
	ParallelAttempts(Supplier<CompletionStage<R>> operation, Executor answers) {
		this.operation = operation;
		this.answers = answers;
	}

	/** Starts another attempt. */
	void start() {
		started++;
		pending++;
		join(operation);
	}

	/**
	 * Starts an alternative call whose answer counts as an attempt's. If it fails, it
	 * must never complete.
	 */
	void join(Supplier<CompletionStage<R>> other) {
		// Hazelcast's own futures report failures in their own way.
		CompletableFuture<R> attempt = new CompletableFuture<>();
		other.get().whenCompleteAsync((answer, failure) -> {
			if (failure == null) {
				attempt.complete(answer);
			}
			else {
				attempt.completeExceptionally(failure);
			}
			done.add(attempt);
		}, answers);
	}

	/** The number of attempts started. */
	int started() {
		return started;
	}

	/** The number of attempts not yet returned by {@link #awaitOne}. */
	int pending() {
		return pending;
	}

	/**
	 * The next completed attempt, successful or not; null if none completes in time.
	 * @param nanos the time limit
	 */
	@Nullable CompletableFuture<R> awaitOne(long nanos) throws InterruptedException {
		CompletableFuture<R> one = done.poll(nanos, TimeUnit.NANOSECONDS);
		if (one != null) {
			pending--;
		}
		return one;
	}

}
