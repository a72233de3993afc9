package org.campanile.web.overload;

/**
 * A request that waits for a permit or has one. All but the state is guarded by the lock
 * of the {@link Admission} that created it.
 */
final class Waiter {

	enum State {

		WAITING, ADMITTED, REFUSED, ENDED

	}

	private final RequestKind kind;

	private final long arrived;

	/** The waiting thread, unparked when the state changes. */
	private final Thread thread = Thread.currentThread();

	private volatile State state = State.WAITING;

	private final long bytes;

	private long admittedAt;

	private boolean first;

	Waiter(RequestKind kind, long arrived, long bytes) {
		this.kind = kind;
		this.arrived = arrived;
		this.bytes = bytes;
	}

	RequestKind kind() {
		return kind;
	}

	/** Returns the time of arrival, in nanoseconds of the admission's clock. */
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

	/** Returns how long the request waited for its permit, in nanoseconds. */
	long waited() {
		return admittedAt - arrived;
	}

	/** Returns the heap that the request uses while it waits, in bytes. */
	long bytes() {
		return bytes;
	}

	/** Sets whether the waiter is the first, before it waits and by its own thread. */
	void first(boolean first) {
		this.first = first;
	}

	/** Whether no other request of its kind waited on arrival. */
	boolean isFirst() {
		return first;
	}

	void admit(long now) {
		admittedAt = now;
		state = State.ADMITTED;
	}

	void refuse() {
		state = State.REFUSED;
	}

	void end() {
		state = State.ENDED;
	}

}
