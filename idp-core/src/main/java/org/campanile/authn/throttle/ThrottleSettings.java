package org.campanile.authn.throttle;

import java.time.Duration;

/**
 * The limits of wrong attempts.
 *
 * @param user wrong tries at one account, from all addresses together; six tenths of them
 * from one address, seven tenths from one IPv6 /48; a browser known to the account has as
 * many for itself
 * @param address wrong and throttled tries from one address; IPv6 addresses count by /64,
 * the least that a customer has
 * @param factor wrong tries at one kind of further factor of one user, from all addresses
 * together; all may come at once
 * @param maxTracked how many usernames, accounts, shares of accounts and addresses, of
 * each, are remembered
 */
public record ThrottleSettings(Limit user, Limit address, Limit factor, long maxTracked) {

	/**
	 * The default limit of five in five minutes, which suffices for codes of six digits.
	 */
	public static final Limit FACTOR = new Limit(5, Duration.ofMinutes(5));

	/**
	 * The defaults: ten a minute for one user, sixty a minute from one address, five in
	 * five minutes for a further factor.
	 */
	public static final ThrottleSettings DEFAULTS = new ThrottleSettings(new Limit(10, Duration.ofMinutes(1)),
			new Limit(60, Duration.ofMinutes(1)), FACTOR, 100_000);

	/**
	 * Returns the share of {@link #user} that one network may use up, so that guesses
	 * from there leave some for others.
	 */
	Limit userFromOneNetwork() {
		return new Limit(Math.max(2, user.tries() * 6 / 10), user.period());
	}

	/**
	 * Returns the share of {@link #user} that one site, which may have many networks, may
	 * use up. Larger than the share of a network, so that one network leaves some for
	 * others there.
	 */
	Limit userFromOneSite() {
		return new Limit(Math.max(2, user.tries() * 7 / 10), user.period());
	}

	public ThrottleSettings {
		if (maxTracked < 1) {
			throw new IllegalArgumentException("at least one name must be remembered");
		}
	}

	/**
	 * A limit of {@code tries} in any {@code period}, however they are spread. Half of
	 * them may come at once and the other half is refilled gradually, so that the sum
	 * never exceeds the limit.
	 *
	 * @param tries how many, at least 2
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
