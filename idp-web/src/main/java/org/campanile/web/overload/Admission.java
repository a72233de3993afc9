package org.campanile.web.overload;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Grants permits, to the most urgent kind of request first. New sign-ons must wait while
 * all password permits are in use, or are expected to be by users on the login page or,
 * while passwords have to wait, recently sent there: each login page shown is a password
 * to be checked soon. To avoid starvation, one permit of eight goes to the longest
 * waiter. Thread-safe.
 * <p>
 * A refusal comes after the maximum wait: a client refused at once may retry at once, and
 * thousands of retries take the processor from the requests being served, while waiting
 * costs only memory. {@link EarlyRefusal} refuses those that would only add to a queue
 * that is too long.
 */
final class Admission {

	private static final int OLDEST_EVERY = 8;

	/**
	 * The time for which an expected request is waited for, in nanoseconds. Longer than a
	 * round trip between a browser and a busy node, and shorter than most users take to
	 * type, so that no request is held back for passwords that arrive much later.
	 */
	private static final long EXPECTED_NANOS = 250_000_000;

	/** The reasons to wait may disappear without an event that grants a permit. */
	private static final long POLL_NANOS = 2 * EXPECTED_NANOS;

	/**
	 * The poll interval of the first waiter, in nanoseconds. Idle processors cause no
	 * event either, and it suffices that the first waiter polls: an admitted request
	 * causes an event when it ends.
	 */
	private static final long FIRST_POLL_NANOS = 10_000_000;

	private static final RequestKind[] WORK = { RequestKind.SESSION, RequestKind.UNDER_WAY, RequestKind.NEW };

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<Priority, Permits> permits;

	private final WaitQueue queue = new WaitQueue();

	private final long maxWaiting;

	private final long maxWait;

	private final int minBeginning;

	private final LongSupplier clock;

	/**
	 * Requests in progress that show the login page, and will be followed by a password.
	 */
	private int beginning;

	private final ExpectedPasswords expected;

	/** The admissions of requests that begin a sign-on. */
	private final AdmittedNew admittedNew;

	/** The first waiter that begins a sign-on. */
	private volatile @Nullable Waiter longestNew;

	private int grants;

	/**
	 * @param maxWaiting the heap that waiting requests may use, in bytes; beyond it the
	 * least urgent are refused at once
	 * @param maxWait how long a request may wait, in nanoseconds
	 * @param minBeginning how many may be shown the login page at once, even with fewer
	 * password permits
	 * @param clock monotonic, in nanoseconds, never negative
	 */
	Admission(Map<Priority, Permits> permits, long maxWaiting, long maxWait, int minBeginning, LongSupplier clock) {
		this.permits = Map.copyOf(permits);
		this.maxWaiting = maxWaiting;
		this.maxWait = maxWait;
		this.minBeginning = minBeginning;
		this.clock = clock;
		this.expected = new ExpectedPasswords(Math.min(maxWait, EXPECTED_NANOS));
		this.admittedNew = new AdmittedNew(maxWait / 3);
	}

	/**
	 * Enqueues a request, without waiting. An admitted one must be {@linkplain #release
	 * released}.
	 * @param bytes the heap that the request uses while it waits
	 */
	Waiter enqueue(RequestKind kind, long bytes) {
		lock.lock();
		try {
			Waiter waiter = new Waiter(kind, clock.getAsLong(), bytes);
			queue.add(waiter);
			if (waiter.kind() == RequestKind.LOGIN || waiter.kind() == RequestKind.UNDER_WAY) {
				expected.arrived();
			}
			dispatch(waiter.arrived());
			waiter.first(queue.first(kind) == waiter);
			Waiter last = leastUrgentExcess();
			while (last != null) {
				refuse(last);
				last = leastUrgentExcess();
			}
			longestNew = queue.first(RequestKind.NEW);
			return waiter;
		}
		finally {
			lock.unlock();
		}
	}

	private @Nullable Waiter leastUrgentExcess() {
		return queue.bytes() > maxWaiting ? queue.leastUrgent() : null;
	}

	/**
	 * Blocks until the permit is granted or refused; must be called by the thread that
	 * enqueued it.
	 * @return whether the request may proceed
	 */
	boolean await(Waiter waiter) {
		while (waiter.isWaiting()) {
			long left = waiter.arrived() + maxWait - clock.getAsLong();
			if (left <= 0 || Thread.currentThread().isInterrupted()) {
				giveUp(waiter);
			}
			else {
				LockSupport.parkNanos(this, Math.min(left, waiter.isFirst() ? FIRST_POLL_NANOS : POLL_NANOS));
				poll(waiter);
			}
		}
		return waiter.isAdmitted();
	}

	private void poll(Waiter waiter) {
		if (waiter.isWaiting()) {
			lock.lock();
			try {
				dispatch(clock.getAsLong());
			}
			finally {
				lock.unlock();
			}
		}
	}

	/** Stops waiting; does nothing if the permit was granted meanwhile. */
	void giveUp(Waiter waiter) {
		lock.lock();
		try {
			// Permits may have become available.
			dispatch(clock.getAsLong());
			if (waiter.isWaiting()) {
				refuse(waiter);
				queue.removeDone(waiter.kind());
				longestNew = queue.first(RequestKind.NEW);
			}
		}
		finally {
			lock.unlock();
		}
	}

	/** Releases the permit; does nothing the second time. */
	void release(Waiter waiter) {
		long now = clock.getAsLong();
		Permits pool = permits(waiter.kind().priority());
		lock.lock();
		try {
			if (!waiter.isAdmitted()) {
				return;
			}
			waiter.end();
			pool.release();
			if (begins(waiter)) {
				beginning--;
				expected.loginPageSent(now);
			}
			dispatch(now);
		}
		finally {
			lock.unlock();
		}
	}

	int underWay(Priority priority) {
		lock.lock();
		try {
			return permits(priority).underWay();
		}
		finally {
			lock.unlock();
		}
	}

	int limit(Priority priority) {
		return permits(priority).limit();
	}

	/** The number of waiters of that kind; lock-free. */
	int waiting(RequestKind kind) {
		return queue.size(kind);
	}

	/**
	 * Returns how many requests that begin a sign-on may wait so that the last of them is
	 * probably admitted within a third of the maximum wait: as many as were in the last
	 * such time, or the default if they did not have to wait then. Lock-free.
	 */
	int newCapacity(int byDefault) {
		int measured = admittedNew.capacity();
		return measured < 0 ? byDefault : Math.min(measured, byDefault);
	}

	/**
	 * Returns how long the longest waiter that begins a sign-on has waited, in
	 * nanoseconds; 0 if none waits. Lock-free.
	 */
	long newWaits() {
		Waiter first = longestNew;
		return first != null && first.isWaiting() ? clock.getAsLong() - first.arrived() : 0;
	}

	private void dispatch(long now) {
		grant(now);
		longestNew = queue.first(RequestKind.NEW);
	}

	private void grant(long now) {
		Permits logins = permits(Priority.LOGIN);
		Waiter login = queue.first(RequestKind.LOGIN);
		while (login != null && logins.isAvailable()) {
			admit(login, logins, now);
			login = queue.first(RequestKind.LOGIN);
		}
		if (login != null) {
			expected.passwordWaits(now);
		}
		Permits work = permits(Priority.WORK);
		while (work.isAvailable()) {
			Waiter next = next(maySignOnBegin(logins, now));
			if (next == null) {
				return;
			}
			admit(next, work, now);
		}
	}

	private boolean maySignOnBegin(Permits logins, long now) {
		int passwords = logins.underWay() + queue.size(RequestKind.LOGIN);
		int soon = beginning + expected.count(now);
		int limit = logins.limit();
		return passwords + soon < limit || passwords < limit && soon < minBeginning;
	}

	private @Nullable Waiter next(boolean mayBegin) {
		if ((grants + 1) % OLDEST_EVERY == 0) {
			return oldest();
		}
		for (RequestKind kind : WORK) {
			Waiter first = queue.first(kind);
			if (first != null && (kind != RequestKind.NEW || mayBegin)) {
				return first;
			}
		}
		return null;
	}

	private @Nullable Waiter oldest() {
		Waiter oldest = null;
		for (RequestKind kind : WORK) {
			Waiter first = queue.first(kind);
			if (first != null && (oldest == null || first.arrived() < oldest.arrived())) {
				oldest = first;
			}
		}
		return oldest;
	}

	private void admit(Waiter waiter, Permits permits, long now) {
		queue.removed(waiter);
		permits.acquire();
		beginning += begins(waiter) ? 1 : 0;
		waiter.admit(now);
		if (waiter.kind().priority() == Priority.WORK) {
			grants++;
		}
		if (waiter.kind() == RequestKind.NEW) {
			admittedNew.admitted(now, queue.size(RequestKind.NEW) > 0);
		}
		LockSupport.unpark(waiter.thread());
	}

	private static boolean begins(Waiter waiter) {
		return waiter.kind() == RequestKind.NEW || waiter.kind() == RequestKind.UNDER_WAY;
	}

	private void refuse(Waiter waiter) {
		queue.removed(waiter);
		waiter.refuse();
		LockSupport.unpark(waiter.thread());
	}

	private Permits permits(Priority priority) {
		Permits pool = permits.get(priority);
		if (pool == null) {
			throw new IllegalStateException("no permits for " + priority);
		}
		return pool;
	}

}
