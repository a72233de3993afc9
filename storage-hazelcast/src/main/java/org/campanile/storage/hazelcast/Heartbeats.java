package org.campanile.storage.hazelcast;

import java.time.Duration;

/**
 * When a member was last heard of, told from when it spoke: after this member stood still
 * all that came meanwhile arrives at once, and would look new. What the sender calls the
 * time is its own, and far off where a clock is wrong; so how far it is behind this
 * member's clock is measured, as the least of the last half minute or so: nothing is
 * quicker than the network, and a clock that was set is believed again soon. Immutable.
 *
 * @param at when the last heartbeat was sent, in milliseconds of the sender's time
 * @param least how far heartbeats were behind at least, in milliseconds, since
 * {@code since}
 * @param before the same in the period before that
 * @param since this member's clock in milliseconds
 */
record Heartbeats(long at, long least, long before, long since) {

	/** Much longer than a member may be silent, far shorter than it may be mistaken. */
	static final long PERIOD = Duration.ofSeconds(30).toMillis();

	/**
	 * @param now by this member's clock, monotonic
	 */
	static Heartbeats first(long at, long now) {
		return new Heartbeats(at, now - at, now - at, now);
	}

	Heartbeats then(long next, long now) {
		return now - since < PERIOD ? new Heartbeats(next, Math.min(least, now - next), before, since)
				: new Heartbeats(next, now - next, least, now);
	}

	/** Whether the last one was sent less than so many milliseconds ago. */
	boolean isWithin(long millis, long now) {
		return now - at - Math.min(least, before) < millis;
	}

}
