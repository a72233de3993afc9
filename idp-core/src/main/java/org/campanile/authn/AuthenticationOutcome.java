package org.campanile.authn;

import java.time.Duration;

/**
 * What came of a try to sign in. A directory that cannot be asked is no outcome but an
 * exception.
 */
public sealed interface AuthenticationOutcome {

	/** The password is right and the account may sign in. */
	record Authenticated(AuthenticatedUser user) implements AuthenticationOutcome {
	}

	/**
	 * The person may not sign in.
	 *
	 * @param reason why; {@link Reason#BAD_CREDENTIALS} covers the unknown user, the
	 * wrong password and whatever must not be told apart from them
	 * @param detail for the audit line alone, never shown to the person
	 */
	record Rejected(Reason reason, String detail) implements AuthenticationOutcome {
	}

	/**
	 * Too many tries; the directory was not asked.
	 *
	 * @param retryAfter how long to wait
	 */
	record Throttled(Duration retryAfter) implements AuthenticationOutcome {
	}

	/** Why a person is turned away. */
	enum Reason {

		/** Unknown user or wrong password, the same to the person. */
		BAD_CREDENTIALS,
		/** The password is right but has expired. */
		PASSWORD_EXPIRED,
		/** The password is right but must be changed first. */
		PASSWORD_MUST_CHANGE,
		/** The account is locked. */
		ACCOUNT_LOCKED,
		/** The account is disabled or has expired. */
		ACCOUNT_DISABLED

	}

}
