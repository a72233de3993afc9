package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import com.hazelcast.client.HazelcastClientNotActiveException;
import com.hazelcast.client.HazelcastClientOfflineException;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.exception.TargetDisconnectedException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;

import org.jspecify.annotations.Nullable;

import org.campanile.store.StoreUnavailableException;

/**
 * Runs operations within a time limit and describes failures. An operation is run again
 * if its outcome is unknown because the member that ran it died, or if its answer is
 * late: a copy being sent to a member that leaves, or moved meanwhile, is never
 * acknowledged, and Hazelcast checks such operations only once a second. All operations
 * of the stores are idempotent. Thread-safe.
 */
final class HazelcastOperations {

	private static final int MAX_RUNS = 4;

	/**
	 * The time before the second run begins, doubled for each further one. Far above what
	 * a healthy cluster needs.
	 */
	private static final Duration FIRST_RETRY_DELAY = Duration.ofMillis(150);

	/** Runs each task in a thread of its own, as it may block for long. */
	private static final Executor WAITING = task -> Thread.ofVirtual().start(task);

	/** The executor for short completions, which run on the completing thread. */
	static final Executor SAME_THREAD = Runnable::run;

	private final Duration limit;

	private final Executor answers;

	/**
	 * The concurrent attempts of one operation. Not thread-safe.
	 */
	private static final class ParallelAttempts<R extends @Nullable Object> {

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

	/**
	 * Creates the operations of a member.
	 * @param limit the time limit of an operation
	 */
	HazelcastOperations(Duration limit) {
		this(limit, SAME_THREAD);
	}

	private HazelcastOperations(Duration limit, Executor answers) {
		this.limit = limit;
		this.answers = answers;
	}

	/**
	 * Creates the operations of a client. It may have to ask the cluster for a schema
	 * before it can read an answer, and has two threads for all answers: one that asks
	 * and waits could be the one that the schema is delivered to, which would hold up
	 * everything until the connection is given up.
	 */
	static HazelcastOperations ofClient(Duration limit) {
		return new HazelcastOperations(limit, WAITING);
	}

	/**
	 * @param name the operation, for messages
	 * @param operation starts it
	 */
	<R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation)
			throws StoreUnavailableException {
		return run(name, operation, CompletableFuture::new, FIRST_RETRY_DELAY);
	}

	/**
	 * Runs an operation like {@link #run(String, Supplier)}, with a second source of the
	 * answer.
	 * @param elsewhere called when the first answer is late; completes only if its answer
	 * counts
	 */
	<R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation,
			Supplier<CompletionStage<R>> elsewhere) throws StoreUnavailableException {
		return run(name, operation, elsewhere, FIRST_RETRY_DELAY);
	}

	/**
	 * Runs a blocking operation, such as a query. It may be long, and has no copies to be
	 * acknowledged, so it is not repeated for being late.
	 */
	<R extends @Nullable Object> R runBlocking(String name, Supplier<R> operation) throws StoreUnavailableException {
		return run(name, () -> CompletableFuture.supplyAsync(operation, WAITING), CompletableFuture::new, limit);
	}

	private <R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation,
			Supplier<CompletionStage<R>> elsewhere, Duration retryDelay) throws StoreUnavailableException {
		long end = System.nanoTime() + limit.toNanos();
		ParallelAttempts<R> runs = new ParallelAttempts<>(operation, answers);
		try {
			runs.start();
			long delay = retryDelay.toNanos();
			while (true) {
				long left = end - System.nanoTime();
				boolean last = runs.started() == MAX_RUNS || left <= delay;
				CompletableFuture<R> done = runs.awaitOne(last ? left : delay);
				if (done == null && last) {
					throw failure(name, new TimeoutException());
				}
				if (done != null && !done.isCompletedExceptionally()) {
					return done.join();
				}
				if (done != null) {
					Throwable cause = causeOf(done);
					if (!mayHaveRun(cause) || runs.started() == MAX_RUNS && runs.pending() == 0) {
						throw failure(name, cause);
					}
				}
				if (runs.started() < MAX_RUNS) {
					runs.start();
					runs.join(elsewhere);
				}
				delay *= 2;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw failure(name, ex);
		}
		catch (RuntimeException ex) {
			throw failure(name, ex);
		}
	}

	private static Throwable causeOf(CompletableFuture<?> failed) {
		Throwable thrown = failed.exceptionNow();
		return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
	}

	private static boolean mayHaveRun(Throwable cause) {
		return cause instanceof IndeterminateOperationStateException || cause instanceof MemberLeftException
				|| cause instanceof TargetDisconnectedException;
	}

	private StoreUnavailableException failure(String name, Throwable cause) {
		return new StoreUnavailableException("Hazelcast could not " + name + ": " + reason(cause), cause);
	}

	private String reason(Throwable cause) {
		return switch (cause) {
			case SplitBrainProtectionException ex ->
				"fewer nodes are connected than a majority of campanile.storage.hazelcast.cluster-size; start the "
						+ "others, or check the network between them";
			case IndeterminateOperationStateException ex ->
				"the outcome is unknown, because a node left or did not acknowledge its copy";
			case OperationTimeoutException ex -> "no answer within " + limit.toMillis() + " ms";
			case TimeoutException ex -> "no answer within " + limit.toMillis() + " ms";
			case InterruptedException ex -> "its caller was interrupted";
			case HazelcastInstanceNotActiveException ex ->
				"this node has left the cluster, for instance because it " + "is stopping";
			case HazelcastClientNotActiveException ex ->
				"this node has left the cluster, for instance because it is " + "stopping";
			case HazelcastClientOfflineException ex ->
				"no server of campanile.storage.hazelcast.members can be reached; start them, or check the network";
			case MemberLeftException ex -> "a node left meanwhile";
			case TargetDisconnectedException ex -> "the connection to a node broke";
			case HazelcastSerializationException ex ->
				"the stored value, or the answer, has a form that this node does not accept";
			default -> cause.getClass().getSimpleName();
		};
	}

}
