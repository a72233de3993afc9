package org.campanile.authn;

import java.time.Duration;

/**
 * How many wrong tries are borne.
 *
 * @param user wrong tries at one username
 * @param address wrong tries from one address; IPv6 addresses count by /64, since that is
 * what one customer has
 * @param maxTracked how many usernames, and how many addresses, are remembered
 */
public record ThrottleSettings(Limit user, Limit address, long maxTracked) {

	/** Ten a minute at one user, sixty a minute from one address. */
	public static final ThrottleSettings DEFAULTS = new ThrottleSettings(new Limit(10, Duration.ofMinutes(1)),
			new Limit(60, Duration.ofMinutes(1)), 100_000);

	public ThrottleSettings {
		if (maxTracked < 1) {
			throw new IllegalArgumentException("at least one name must be remembered");
		}
	}

	/**
	 * At most {@code tries} in any {@code period}, however they are spread. One half may
	 * come at once, the other trickles in, so that the sum never exceeds the whole.
	 *
	 * @param tries how many, at least 2
	 * @param period in how long
	 */
	public record Limit(int tries, Duration period) {

		public Limit {
			if (tries < 2) {
				throw new IllegalArgumentException("a limit of fewer than 2 tries would lock people out");
			}
			if (!period.isPositive()) {
				throw new IllegalArgumentException("the period of a limit must be positive");
			}
		}

	}

}
