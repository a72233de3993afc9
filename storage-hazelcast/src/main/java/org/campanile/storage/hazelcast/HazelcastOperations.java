package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
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
 * Runs operations within a time limit and says what went wrong in words. An operation
 * whose outcome is not known, because the member that ran it died, is run again, and so
 * is one that is not answered soon: a copy that was on its way to a member that leaves,
 * or that was moved meanwhile, is never acknowledged, and Hazelcast looks at such
 * operations once a second only. Every operation of ours answers the same when it is run
 * twice. Thread-safe.
 */
final class HazelcastOperations {

	private static final int MAX_RUNS = 4;

	/**
	 * How long the first run may take before the second begins; each further one has
	 * twice the time. Far above what a healthy cluster needs.
	 */
	private static final Duration PATIENCE = Duration.ofMillis(150);

	/** A thread for each: they are few, and each may wait for long. */
	private static final Executor WAITING = task -> Thread.ofVirtual().start(task);

	/**
	 * For what is done in a moment when an operation ends, by the thread that ends it.
	 */
	static final Executor AT_ONCE = Runnable::run;

	private final Duration limit;

	/**
	 * @param limit how long one operation may take
	 */
	HazelcastOperations(Duration limit) {
		this.limit = limit;
	}

	/**
	 * @param name the operation, for messages
	 * @param operation starts it
	 */
	<R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation)
			throws StoreUnavailableException {
		return run(name, operation, CompletableFuture::new, PATIENCE);
	}

	/**
	 * As {@link #run(String, Supplier)}, for what may be known elsewhere too.
	 * @param elsewhere is asked whenever the first patience has passed without an answer,
	 * and completes only if its answer counts
	 */
	<R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation,
			Supplier<CompletionStage<R>> elsewhere) throws StoreUnavailableException {
		return run(name, operation, elsewhere, PATIENCE);
	}

	/**
	 * Runs something that can only be asked waiting, such as a query. It may be long, and
	 * holds no copy to be acknowledged: it is not run again for being late.
	 */
	<R extends @Nullable Object> R runBlocking(String name, Supplier<R> operation) throws StoreUnavailableException {
		return run(name, () -> CompletableFuture.supplyAsync(operation, WAITING), CompletableFuture::new, limit);
	}

	private <R extends @Nullable Object> R run(String name, Supplier<CompletionStage<R>> operation,
			Supplier<CompletionStage<R>> elsewhere, Duration patience) throws StoreUnavailableException {
		long end = System.nanoTime() + limit.toNanos();
		Runs<R> runs = new Runs<>(operation);
		try {
			runs.begin();
			long waiting = patience.toNanos();
			while (true) {
				long left = end - System.nanoTime();
				boolean last = runs.begun() == MAX_RUNS || left <= waiting;
				CompletableFuture<R> done = runs.awaitOne(last ? left : waiting);
				if (done == null && last) {
					throw failure(name, new TimeoutException());
				}
				if (done != null && !done.isCompletedExceptionally()) {
					return done.join();
				}
				if (done != null) {
					Throwable cause = causeOf(done);
					if (!mayHaveRun(cause) || runs.begun() == MAX_RUNS && runs.pending() == 0) {
						throw failure(name, cause);
					}
				}
				if (runs.begun() < MAX_RUNS) {
					runs.begin();
					runs.join(elsewhere);
				}
				waiting *= 2;
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
				"fewer nodes are connected than make a majority of campanile.storage.hazelcast.cluster-size; "
						+ "start the others, or look at the network between them";
			case IndeterminateOperationStateException ex ->
				"whether it happened is unknown, because a node left or did not acknowledge its copy";
			case OperationTimeoutException ex -> "no answer within " + limit.toMillis() + " ms";
			case TimeoutException ex -> "no answer within " + limit.toMillis() + " ms";
			case InterruptedException ex -> "its caller no longer waits";
			case HazelcastInstanceNotActiveException ex -> "this node has left the cluster, as when it stops";
			case HazelcastClientNotActiveException ex -> "this node has left the cluster, as when it stops";
			case HazelcastClientOfflineException ex ->
				"no server of campanile.storage.hazelcast.members can be reached; start them, or look at the network";
			case MemberLeftException ex -> "a node left meanwhile";
			case TargetDisconnectedException ex -> "the connection to a node broke";
			case HazelcastSerializationException ex -> "what lies there, or the answer, is of no form this node takes";
			default -> cause.getClass().getSimpleName();
		};
	}

}
