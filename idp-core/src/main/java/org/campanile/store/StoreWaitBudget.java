package org.campanile.store;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * The total time that the operations of one request wait for a store that does not
 * answer. Bound to the request's thread while it is served; operations of other threads
 * fail at their first deadline. Not thread-safe.
 */
public final class StoreWaitBudget {

	/**
	 * The pause between attempts; short, because another node takes over, or a new
	 * connection is opened, quickly.
	 */
	private static final long PAUSE_MILLIS = 100;

	private static final ScopedValue<StoreWaitBudget> CURRENT = ScopedValue.newInstance();

	private final long nanos;

	private final Waiting waiting;

	private boolean begun;

	private long until;

	/** The number of nested operations that wait. */
	private int depth;

	/**
	 * @param budget the waiting time, counted from the first operation
	 * @param waiting is notified when the request begins and ends waiting
	 */
	public StoreWaitBudget(Duration budget, Waiting waiting) {
		this.nanos = budget.toNanos();
		this.waiting = waiting;
	}

	/** The resources that a request releases while it waits, such as its permit. */
	public interface Waiting {

		/**
		 * @return false if it may not wait, because too many requests do
		 */
		boolean begin();

		/**
		 * The store has answered: reacquires what was released, if available. Otherwise
		 * the request continues without, because the store may give this answer only
		 * once.
		 */
		void end();

		/**
		 * The store has not answered. Only an error page follows, so nothing is
		 * reacquired.
		 */
		void giveUp();

	}

	@FunctionalInterface
	public interface Operation<T> {

		/** Runs it once. */
		T run() throws StoreUnavailableException;

	}

	/** Serves a request whose operations may wait. */
	public <T> T serve(Callable<T> request) throws Exception {
		return ScopedValue.where(CURRENT, this).call(request::call);
	}

	/**
	 * Runs a repeatable operation, and retries it for as long as the request of this
	 * thread may wait.
	 * @throws StoreUnavailableException of its last run
	 */
	public static <T> T repeated(Operation<T> operation) throws StoreUnavailableException {
		return repeated(operation, failure -> true);
	}

	/**
	 * Repeats like {@link #repeated(Operation)}, for an operation that may be repeated
	 * only after some failures.
	 */
	public static <T> T repeated(Operation<T> operation, Predicate<StoreUnavailableException> repeatable)
			throws StoreUnavailableException {
		if (!CURRENT.isBound()) {
			return operation.run();
		}
		StoreWaitBudget budget = CURRENT.get();
		budget.left();
		try {
			return operation.run();
		}
		catch (StoreUnavailableException ex) {
			if (!repeatable.test(ex) || budget.left() <= 0 || !budget.begin()) {
				throw ex;
			}
			return budget.repeat(operation, repeatable, ex);
		}
	}

	/** Runs an operation without waiting beyond its deadline. */
	public static <T> T withoutWaiting(Operation<T> operation) throws StoreUnavailableException {
		if (!CURRENT.isBound()) {
			return operation.run();
		}
		// It never begins to wait, and so takes no permit: its time is over.
		return ScopedValue.where(CURRENT, new StoreWaitBudget(Duration.ZERO, CURRENT.get().waiting))
			.call(operation::run);
	}

	/** Whether the request of this thread is waiting and retries an operation. */
	public static boolean isWaiting() {
		return CURRENT.isBound() && CURRENT.get().depth > 0;
	}

	/**
	 * Returns how much longer than its deadline an unrepeatable operation of this thread
	 * may take, in nanoseconds; 0 or less if not at all.
	 */
	public static long nanosLeft() {
		return CURRENT.isBound() ? CURRENT.get().left() : 0;
	}

	/**
	 * Must be called before an unrepeatable operation of this thread is awaited beyond
	 * its deadline.
	 * @return false if it may not wait
	 */
	public static boolean beginWaiting() {
		return CURRENT.isBound() && CURRENT.get().begin();
	}

	/**
	 * Must be called after {@link #beginWaiting()} returned true.
	 * @param answered whether the store has answered
	 */
	public static void endWaiting(boolean answered) {
		if (answered) {
			CURRENT.get().end();
		}
		else {
			CURRENT.get().giveUp();
		}
	}

	private boolean begin() {
		if (depth == 0 && !waiting.begin()) {
			return false;
		}
		depth++;
		return true;
	}

	private void end() {
		if (--depth == 0) {
			waiting.end();
		}
	}

	private void giveUp() {
		if (--depth == 0) {
			waiting.giveUp();
		}
	}

	private long left() {
		if (!begun) {
			begun = true;
			until = System.nanoTime() + nanos;
		}
		return until - System.nanoTime();
	}

	private <T> T repeat(Operation<T> operation, Predicate<StoreUnavailableException> repeatable,
			StoreUnavailableException first) throws StoreUnavailableException {
		T answer;
		try {
			answer = await(operation, repeatable, first);
		}
		catch (StoreUnavailableException | RuntimeException | Error ex) {
			giveUp();
			throw ex;
		}
		end();
		return answer;
	}

	private <T> T await(Operation<T> operation, Predicate<StoreUnavailableException> repeatable,
			StoreUnavailableException first) throws StoreUnavailableException {
		StoreUnavailableException last = first;
		while (repeatable.test(last) && left() > 0 && pause()) {
			try {
				return operation.run();
			}
			catch (StoreUnavailableException ex) {
				last = ex;
			}
		}
		throw last;
	}

	private static boolean pause() {
		try {
			Thread.sleep(PAUSE_MILLIS);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
