package org.campanile.web.overload;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Gives requests places, the most urgent kind first. Who only begins must stand back
 * while every place for passwords is taken, or spoken for by those who are being shown
 * the login page, or were a moment ago while passwords have to wait: each page shown is a
 * password to be checked soon. So that nobody starves, one place of eight is for the one
 * who has waited longest. Thread-safe.
 * <p>
 * Refusals take time on purpose. Whoever is refused at once may ask again at once, and
 * thousands who do so take the processor from those who are served; who waits costs
 * memory alone.
 */
final class Admission {

	private static final int TURN_OF_THE_OLDEST = 8;

	/**
	 * For so long, in nanoseconds. Longer than a request is under way between a browser
	 * and a node that is busy; most people take longer than that to type, so that it
	 * holds nobody back for those who will come much later.
	 */
	private static final long EXPECTED = 250_000_000;

	/** What holds one back may pass without an event that gives the next one a place. */
	private static final long LOOK_AGAIN = 2 * EXPECTED;

	/**
	 * Nor is there an event when the processors have become idle. The first in line is
	 * enough to see it: who is let in has one when it leaves.
	 */
	private static final long FIRST_LOOKS_AGAIN = 10_000_000;

	private static final RequestKind[] WORK = { RequestKind.SESSION, RequestKind.UNDER_WAY, RequestKind.NEW };

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<Lane, Places> lanes;

	private final WaitingLine line = new WaitingLine();

	private final long maxWaiting;

	private final long maxWait;

	private final int leastBeginning;

	private final LongSupplier clock;

	/** Who is being shown the login page now, and will come back with a password. */
	private int beginning;

	private final ExpectedPasswords expected;

	private int turn;

	/**
	 * @param lanes the places of every lane
	 * @param maxWaiting what those who wait may keep of the heap together, in bytes;
	 * beyond it the least urgent are refused at once
	 * @param maxWait how long one may wait, in nanoseconds
	 * @param leastBeginning how many may be shown the login page at once, however few
	 * places there are for passwords
	 * @param clock monotonic, in nanoseconds, never negative
	 */
	Admission(Map<Lane, Places> lanes, long maxWaiting, long maxWait, int leastBeginning, LongSupplier clock) {
		this.lanes = Map.copyOf(lanes);
		this.maxWaiting = maxWaiting;
		this.maxWait = maxWait;
		this.leastBeginning = leastBeginning;
		this.clock = clock;
		this.expected = new ExpectedPasswords(Math.min(maxWait, EXPECTED));
	}

	/**
	 * Lines up, without waiting. Whoever is admitted must {@linkplain #leave leave}.
	 * @param bytes what the request keeps of the heap while it waits
	 */
	Ticket enter(RequestKind kind, long bytes) {
		lock.lock();
		try {
			Ticket ticket = new Ticket(kind, clock.getAsLong(), bytes);
			line.add(ticket);
			if (ticket.kind() == RequestKind.LOGIN || ticket.kind() == RequestKind.UNDER_WAY) {
				expected.arrived();
			}
			dispatch(ticket.arrived());
			ticket.first(line.first(kind) == ticket);
			Ticket last = leastUrgentTooMany();
			while (last != null) {
				refuse(last);
				last = leastUrgentTooMany();
			}
			return ticket;
		}
		finally {
			lock.unlock();
		}
	}

	private @Nullable Ticket leastUrgentTooMany() {
		return line.bytes() > maxWaiting ? line.leastUrgent() : null;
	}

	/**
	 * Blocks until the place is given or refused; the thread must be the one that lined
	 * up.
	 * @return whether the request may go on
	 */
	boolean await(Ticket ticket) {
		while (ticket.isWaiting()) {
			long left = ticket.arrived() + maxWait - clock.getAsLong();
			if (left <= 0 || Thread.currentThread().isInterrupted()) {
				giveUp(ticket);
			}
			else {
				LockSupport.parkNanos(this, Math.min(left, ticket.isFirst() ? FIRST_LOOKS_AGAIN : LOOK_AGAIN));
				lookAgain(ticket);
			}
		}
		return ticket.isAdmitted();
	}

	private void lookAgain(Ticket ticket) {
		if (ticket.isWaiting()) {
			lock.lock();
			try {
				dispatch(clock.getAsLong());
			}
			finally {
				lock.unlock();
			}
		}
	}

	/** Stops waiting; does nothing if the place was given meanwhile. */
	void giveUp(Ticket ticket) {
		lock.lock();
		try {
			// There may be more places than there were.
			dispatch(clock.getAsLong());
			if (ticket.isWaiting()) {
				refuse(ticket);
				line.tidy(ticket.kind());
			}
		}
		finally {
			lock.unlock();
		}
	}

	/** Gives the place back; does nothing the second time. */
	void leave(Ticket ticket) {
		long now = clock.getAsLong();
		Places places = places(ticket.kind().lane());
		lock.lock();
		try {
			if (!ticket.isAdmitted()) {
				return;
			}
			ticket.end();
			places.giveBack();
			if (begins(ticket)) {
				beginning--;
				expected.leftFor(now);
			}
			dispatch(now);
		}
		finally {
			lock.unlock();
		}
	}

	int underWay(Lane lane) {
		lock.lock();
		try {
			return places(lane).underWay();
		}
		finally {
			lock.unlock();
		}
	}

	int limit(Lane lane) {
		return places(lane).limit();
	}

	int waiting(RequestKind kind) {
		lock.lock();
		try {
			return line.size(kind);
		}
		finally {
			lock.unlock();
		}
	}

	/** How many wait for a place of that lane; asked without a lock. */
	int waiting(Lane lane) {
		return line.size(lane);
	}

	private void dispatch(long now) {
		Places logins = places(Lane.LOGIN);
		Ticket login = line.first(RequestKind.LOGIN);
		while (login != null && logins.free()) {
			admit(login, logins, now);
			login = line.first(RequestKind.LOGIN);
		}
		if (login != null) {
			expected.waits(now);
		}
		Places work = places(Lane.WORK);
		while (work.free()) {
			Ticket next = next(mayBegin(logins, now));
			if (next == null) {
				return;
			}
			admit(next, work, now);
		}
	}

	private boolean mayBegin(Places logins, long now) {
		int passwords = logins.underWay() + line.size(RequestKind.LOGIN);
		int soon = beginning + expected.count(now);
		int limit = logins.limit();
		return passwords + soon < limit || passwords < limit && soon < leastBeginning;
	}

	private @Nullable Ticket next(boolean placesForLogins) {
		if ((turn + 1) % TURN_OF_THE_OLDEST == 0) {
			return oldest();
		}
		for (RequestKind kind : WORK) {
			Ticket first = line.first(kind);
			if (first != null && (kind != RequestKind.NEW || placesForLogins)) {
				return first;
			}
		}
		return null;
	}

	private @Nullable Ticket oldest() {
		Ticket oldest = null;
		for (RequestKind kind : WORK) {
			Ticket first = line.first(kind);
			if (first != null && (oldest == null || first.arrived() < oldest.arrived())) {
				oldest = first;
			}
		}
		return oldest;
	}

	private void admit(Ticket ticket, Places places, long now) {
		line.leaves(ticket);
		places.take();
		beginning += begins(ticket) ? 1 : 0;
		ticket.admit(now);
		if (ticket.kind().lane() == Lane.WORK) {
			turn++;
		}
		LockSupport.unpark(ticket.thread());
	}

	private static boolean begins(Ticket ticket) {
		return ticket.kind() == RequestKind.NEW || ticket.kind() == RequestKind.UNDER_WAY;
	}

	private void refuse(Ticket ticket) {
		line.leaves(ticket);
		ticket.refuse();
		LockSupport.unpark(ticket.thread());
	}

	private Places places(Lane lane) {
		Places places = lanes.get(lane);
		if (places == null) {
			throw new IllegalStateException("no places for " + lane);
		}
		return places;
	}

}
