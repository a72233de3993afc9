package org.campanile.authn;

import java.util.Optional;

import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;

/**
 * Replaces a user's password by one that the user has chosen. Wrong attempts at the
 * current password count as those of a login do. Thread-safe.
 */
public interface PasswordChange {

	/** Whether users may change their passwords here at any time. */
	boolean isOffered();

	/**
	 * Whether a user whose login was refused for that reason may choose a new password
	 * here.
	 */
	boolean isOfferedAfter(Verdict.Reason reason);

	/**
	 * Replaces the password.
	 * @param loginName the username, as it is typed at a login
	 * @param current the password so far, as typed
	 * @param replacement the new one, as typed
	 * @param origin the origin of the request, for throttling
	 * @throws MethodUnavailableException if what keeps the password did not answer in
	 * time, and the password is as it was
	 */
	Outcome change(String loginName, String current, String replacement, LoginOrigin origin)
			throws MethodUnavailableException;

	sealed interface Outcome {

		/**
		 * The password was changed.
		 *
		 * @param login the result of a login with the new password; empty if that could
		 * not be tried in time
		 */
		record Changed(Optional<Verdict> login) implements Outcome {
		}

		/**
		 * The user has not proven the current password, or the account may not be used.
		 *
		 * @param verdict {@link Verdict.Rejected} or {@link Verdict.Throttled}
		 */
		record NotProven(Verdict verdict) implements Outcome {
		}

		/**
		 * The new password is not accepted.
		 *
		 * @param objection the reason for the refusal
		 * @param detail for the audit line alone
		 */
		record Declined(Objection objection, String detail) implements Outcome {
		}

		/**
		 * The change was requested, but its outcome is unknown.
		 *
		 * @param detail for the audit line alone
		 */
		record Unknown(String detail) implements Outcome {
		}

	}

	/** The reasons to refuse a new password. */
	enum Objection {

		/**
		 * The password is blank, too long, or has characters that no password may have.
		 */
		PASSWORD_UNUSABLE,
		/** The password is the current one. */
		PASSWORD_UNCHANGED,
		/** The password is too simple. */
		PASSWORD_TOO_WEAK,
		/** The password is too short. */
		PASSWORD_TOO_SHORT,
		/** The user has had the password before. */
		PASSWORD_IN_HISTORY,
		/** The current password was set too recently. */
		PASSWORD_TOO_YOUNG,
		/** The password breaks a rule that the directory does not name. */
		PASSWORD_NOT_ACCEPTED,
		/** The user may not change the password. */
		PASSWORD_CHANGE_NOT_ALLOWED,
		/** The setup of this server does not allow the password to be changed. */
		PASSWORD_CHANGE_IMPOSSIBLE

	}

}
