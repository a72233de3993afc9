package org.campanile.factor;

import java.time.Instant;

/**
 * An administrator's permission for one user to sign in without a second factor for a
 * limited time.
 *
 * @param reason why, for the audit line
 * @param by the administrator who granted it
 * @param until when it ends
 */
public record Bypass(String reason, String by, Instant until) {

	/** Whether the bypass is in force at that time. */
	public boolean isLiveAt(Instant now) {
		return now.isBefore(until);
	}

}
