package org.campanile.session;

import java.time.Duration;

/**
 * The lifetime of sessions.
 *
 * @param idleTimeout how long a session lasts without use
 * @param lifetime how long it lasts at the most
 * @param attributesMaxAge how old a user's attributes may be at single sign-on before
 * they are read from the directory again
 * @param refuseUntracked whether a sign-on is refused when the service cannot be
 * recorded; otherwise it continues, and logout will not reach that service
 * @param allowUnstored whether a user who entered the right password is signed on to the
 * service when the session cannot be stored: without single sign-on, and logout will not
 * reach that service
 */
public record SessionPolicy(Duration idleTimeout, Duration lifetime, Duration attributesMaxAge, boolean refuseUntracked,
		boolean allowUnstored) {

	/**
	 * Returns the period in which the use of a session is recorded at most once. A
	 * twentieth of the idle timeout, at least a minute, but at most half the idle
	 * timeout, because otherwise a session in use would expire before its use was
	 * recorded.
	 */
	public Duration touchInterval() {
		Duration fraction = idleTimeout.dividedBy(20);
		Duration minute = Duration.ofMinutes(1);
		Duration half = idleTimeout.dividedBy(2);
		Duration interval = fraction.compareTo(minute) > 0 ? fraction : minute;
		return interval.compareTo(half) < 0 ? interval : half;
	}

}
