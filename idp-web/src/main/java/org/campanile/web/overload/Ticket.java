package org.campanile.web.overload;

/**
 * One request at the door. All but the state belongs to the {@link Admission} that gave
 * it and is guarded by its lock.
 */
final class Ticket {

	enum State {

		WAITING, ADMITTED, REFUSED, ENDED

	}

	private final RequestKind kind;

	private final long arrived;

	/** Who is woken when the turn comes. */
	private final Thread thread = Thread.currentThread();

	private volatile State state = State.WAITING;

	private final long bytes;

	private long begun;

	private boolean first;

	Ticket(RequestKind kind, long arrived, long bytes) {
		this.kind = kind;
		this.arrived = arrived;
		this.bytes = bytes;
	}

	RequestKind kind() {
		return kind;
	}

	/** In nanoseconds of the admission's clock. */
	long arrived() {
		return arrived;
	}

	Thread thread() {
		return thread;
	}

	State state() {
		return state;
	}

	boolean isWaiting() {
		return state == State.WAITING;
	}

	boolean isAdmitted() {
		return state == State.ADMITTED;
	}

	/** How long it waited for its place, in nanoseconds. */
	long waited() {
		return begun - arrived;
	}

	/** What it keeps of the heap while it waits. */
	long bytes() {
		return bytes;
	}

	/** Told before it waits, by the thread that will. */
	void first(boolean first) {
		this.first = first;
	}

	/** Whether nobody of its kind waited when it came. */
	boolean isFirst() {
		return first;
	}

	void admit(long now) {
		begun = now;
		state = State.ADMITTED;
	}

	void refuse() {
		state = State.REFUSED;
	}

	void end() {
		state = State.ENDED;
	}

}
