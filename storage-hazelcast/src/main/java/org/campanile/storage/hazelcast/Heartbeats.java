package org.campanile.storage.hazelcast;

import java.time.Duration;

/**
 * The time of a member's last heartbeat, measured by the sender's time: after a pause of
 * this process all delayed heartbeats arrive at once and would look recent. The sender's
 * clock may be far off, so the offset between the clocks is estimated as the minimum
 * delay of the last half minute or so; a clock that was set is trusted again soon.
 * Immutable.
 *
 * @param at when the last heartbeat was sent, in milliseconds of the sender's time
 * @param least the minimum delay of heartbeats, in milliseconds, since {@code since}
 * @param before the same in the period before that
 * @param since this member's clock in milliseconds
 */
record Heartbeats(long at, long least, long before, long since) {

	/**
	 * The period of an estimate, in milliseconds. Much longer than a member may be
	 * silent, short enough to forget a wrong offset.
	 */
	static final long PERIOD = Duration.ofSeconds(30).toMillis();

	/**
	 * @param now this member's clock, monotonic
	 */
	static Heartbeats first(long at, long now) {
		return new Heartbeats(at, now - at, now - at, now);
	}

	Heartbeats then(long next, long now) {
		return now - since < PERIOD ? new Heartbeats(next, Math.min(least, now - next), before, since)
				: new Heartbeats(next, now - next, least, now);
	}

	/** Whether the last heartbeat was sent less than this many milliseconds ago. */
	boolean isWithin(long millis, long now) {
		return now - at - Math.min(least, before) < millis;
	}

}
