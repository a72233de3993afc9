package org.campanile.directory;

import java.time.Duration;
import java.util.Optional;

/** What the directory said to a person's name and password. */
public sealed interface BindAnswer {

	/**
	 * The password is right and may be used.
	 *
	 * @param timeLeft until the password expires, where the directory warned
	 * @param graceLoginsLeft logins left with an expired password, where the directory
	 * warned
	 */
	record Accepted(Optional<Duration> timeLeft, Optional<Integer> graceLoginsLeft) implements BindAnswer {
	}

	/**
	 * The person is turned away.
	 *
	 * @param refusal why
	 * @param detail the directory's words, for an administrator
	 */
	record Refused(Refusal refusal, String detail) implements BindAnswer {
	}

	/** Why a bind was turned away. */
	enum Refusal {

		/** Wrong password, no such entry, or an entry without a password. */
		WRONG(false),
		/** Locked or inactivated; said whether or not the password was right. */
		LOCKED(false),
		/** The password was right but has expired. */
		EXPIRED(true),
		/** The password was right but must be changed first. */
		MUST_CHANGE(true),
		/** The password was right but the account is disabled, expired or off hours. */
		DISABLED(true);

		private final boolean passwordProven;

		Refusal(boolean passwordProven) {
			this.passwordProven = passwordProven;
		}

		/** Whether the directory says this only to one who knows the password. */
		public boolean passwordProven() {
			return passwordProven;
		}

	}

}
