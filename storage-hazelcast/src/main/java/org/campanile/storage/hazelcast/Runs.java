package org.campanile.storage.hazelcast;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The runs of one operation that are under way at the same time. For one thread.
 */
final class Runs<R extends @Nullable Object> {

	private final Supplier<CompletionStage<R>> operation;

	private final BlockingQueue<CompletableFuture<R>> done = new LinkedBlockingQueue<>();

	private int begun;

	private int pending;

	/**
	 * @param operation starts a run
	 */
	Runs(Supplier<CompletionStage<R>> operation) {
		this.operation = operation;
	}

	/** Begins a further run. */
	void begin() {
		begun++;
		pending++;
		join(operation);
	}

	/**
	 * Begins another call beside the runs, whose answer counts as theirs. If it fails, it
	 * must never complete.
	 */
	void join(Supplier<CompletionStage<R>> other) {
		// Hazelcast's own futures do not tell their failures as others do.
		CompletableFuture<R> run = new CompletableFuture<>();
		other.get().whenCompleteAsync((answer, failure) -> {
			if (failure == null) {
				run.complete(answer);
			}
			else {
				run.completeExceptionally(failure);
			}
			done.add(run);
		}, HazelcastOperations.AT_ONCE);
	}

	/** How many were begun. */
	int begun() {
		return begun;
	}

	/** How many were begun and not returned by {@link #awaitOne}. */
	int pending() {
		return pending;
	}

	/**
	 * The next run that is done, well or badly; null if none is in time.
	 * @param nanos the time
	 */
	@Nullable CompletableFuture<R> awaitOne(long nanos) throws InterruptedException {
		CompletableFuture<R> one = done.poll(nanos, TimeUnit.NANOSECONDS);
		if (one != null) {
			pending--;
		}
		return one;
	}

}
