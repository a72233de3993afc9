package org.campanile.authn;

import java.time.Duration;
import java.util.Map;

/**
 * The outcome of an attempt to prove a factor. If a method cannot check it, that is not
 * an outcome but a {@link AuthenticationMethod.MethodUnavailableException}.
 */
public sealed interface Verdict {

	/**
	 * The factor is proven and the account may sign in.
	 *
	 * @param user the user with all factors proven so far
	 */
	record Proven(AuthenticatedUser user) implements Verdict {
	}

	/**
	 * The user may not sign in.
	 *
	 * @param reason why; {@link Reason#BAD_CREDENTIALS} covers the unknown user, the
	 * wrong password and whatever must be indistinguishable from them
	 * @param detail for the audit line alone, never shown to the user
	 */
	record Rejected(Reason reason, String detail) implements Verdict {

		/** Rejects a proof that is wrong, or a user who is unknown. */
		public static Rejected wrong(String detail) {
			return new Rejected(Reason.BAD_CREDENTIALS, detail);
		}

	}

	/**
	 * There were too many attempts; nothing was checked.
	 *
	 * @param retryAfter how long to wait
	 */
	record Throttled(Duration retryAfter) implements Verdict {
	}

	/**
	 * The factor is neither proven nor wrong so far: the user continues with another form
	 * of the same factor, for example after a PIN has started a challenge. Not counted as
	 * a wrong attempt.
	 *
	 * @param challenge the data carried by that form, in place of the previous challenge
	 */
	record Continued(Map<String, String> challenge) implements Verdict {

		public Continued {
			challenge = Map.copyOf(challenge);
		}

	}

	/** The reasons to reject a user. */
	enum Reason {

		/** The user is unknown or the proof wrong, which the user cannot distinguish. */
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
