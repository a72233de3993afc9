package org.campanile.store;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * How long the operations of one request, together, wait for a store that does not
 * answer. Bound to the thread of the request while it is served; operations of other
 * threads fail at their first deadline. For one thread.
 */
public final class StorePatience {

	/** Short, as another node takes over, or a new connection is made, within moments. */
	private static final long PAUSE_MILLIS = 100;

	private static final ScopedValue<StorePatience> CURRENT = ScopedValue.newInstance();

	private static final Waiting NOBODY = new Waiting() {

		@Override
		public boolean begin() {
			return false;
		}

		@Override
		public void end() {
		}

		@Override
		public void giveUp() {
		}

	};

	private final long nanos;

	private final Waiting waiting;

	private boolean begun;

	private long until;

	/** How many operations wait, one within another. */
	private int depth;

	/**
	 * @param budget how long they wait, counted from the first operation
	 * @param waiting is told when the request begins and ends to wait
	 */
	public StorePatience(Duration budget, Waiting waiting) {
		this.nanos = budget.toNanos();
		this.waiting = waiting;
	}

	/** What a request gives up while it waits, such as its permit. */
	public interface Waiting {

		/**
		 * @return false if it may not wait, because too many do
		 */
		boolean begin();

		/**
		 * The store has answered: takes back what was given back, as far as it is to be
		 * had. The request goes on without it otherwise, since an answer that is thrown
		 * away may be one that the store gives only once.
		 */
		void end();

		/**
		 * The store has not answered. Little more than an error page follows, so what was
		 * given up is not taken back.
		 */
		void giveUp();

	}

	/** An operation of a store. */
	@FunctionalInterface
	public interface Operation<T> {

		/** Runs it once. */
		T run() throws StoreUnavailableException;

	}

	/** Serves a request whose operations wait. */
	public <T> T serve(Callable<T> request) throws Exception {
		return ScopedValue.where(CURRENT, this).call(request::call);
	}

	/**
	 * Runs an operation that may be repeated, again and again while the request of this
	 * thread may wait.
	 * @throws StoreUnavailableException of its last run
	 */
	public static <T> T repeated(Operation<T> operation) throws StoreUnavailableException {
		return repeated(operation, failure -> true);
	}

	/**
	 * As {@link #repeated(Operation)}, for an operation that may be repeated after some
	 * failures only.
	 */
	public static <T> T repeated(Operation<T> operation, Predicate<StoreUnavailableException> repeatable)
			throws StoreUnavailableException {
		if (!CURRENT.isBound()) {
			return operation.run();
		}
		StorePatience patience = CURRENT.get();
		patience.left();
		try {
			return operation.run();
		}
		catch (StoreUnavailableException ex) {
			if (!repeatable.test(ex) || patience.left() <= 0 || !patience.begin()) {
				throw ex;
			}
			return patience.repeat(operation, repeatable, ex);
		}
	}

	/** Runs an operation for which the request of this thread does not wait. */
	public static <T> T impatiently(Operation<T> operation) throws StoreUnavailableException {
		return ScopedValue.where(CURRENT, new StorePatience(Duration.ZERO, NOBODY)).call(operation::run);
	}

	/** Whether the request of this thread is waiting, and tries an operation again. */
	public static boolean isWaiting() {
		return CURRENT.isBound() && CURRENT.get().depth > 0;
	}

	/**
	 * How much longer than its deadline an operation of this thread that must not be
	 * repeated may take, in nanoseconds; 0 or less if not at all.
	 */
	public static long nanosLeft() {
		return CURRENT.isBound() ? CURRENT.get().left() : 0;
	}

	/**
	 * To be called before an operation of this thread that must not be repeated is waited
	 * for beyond its deadline.
	 * @return false if it may not wait
	 */
	public static boolean beginWaiting() {
		return CURRENT.isBound() && CURRENT.get().begin();
	}

	/**
	 * To be called after {@link #beginWaiting()} returned true.
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
