package org.campanile.directory;

import java.time.Duration;
import java.util.Optional;

/** The directory's answer to a user's name and password. */
public sealed interface BindAnswer {

	/**
	 * The password is right and may be used.
	 *
	 * @param timeLeft the time until the password expires, if the directory warned
	 * @param graceLoginsLeft logins left with an expired password, if the directory
	 * warned
	 */
	record Accepted(Optional<Duration> timeLeft, Optional<Integer> graceLoginsLeft) implements BindAnswer {
	}

	/**
	 * The bind was refused.
	 *
	 * @param detail the directory's message, for an administrator
	 */
	record Refused(Refusal refusal, String detail) implements BindAnswer {
	}

	/** The reason for refusing a bind. */
	enum Refusal {

		/** The password is wrong, or there is no such entry, or it has no password. */
		WRONG(false),
		/**
		 * The account is locked or inactivated; reported whether or not the password was
		 * right.
		 */
		LOCKED(false),
		/**
		 * The password has expired; FreeIPA reports this whether or not it was right,
		 * others only if it was.
		 */
		EXPIRED(true),
		/** The password was right but must be changed first. */
		MUST_CHANGE(true),
		/** The password was right, the account disabled, expired or outside its hours. */
		DISABLED(true);

		private final boolean passwordProven;

		Refusal(boolean passwordProven) {
			this.passwordProven = passwordProven;
		}

		/** Whether most directories report this only after a right password. */
		public boolean passwordProven() {
			return passwordProven;
		}

	}

}
