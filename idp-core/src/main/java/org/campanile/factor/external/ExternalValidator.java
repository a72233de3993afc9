package org.campanile.factor.external;

import java.io.IOException;

/**
 * A system that checks a factor of users on its own, such as privacyIDEA or a RADIUS
 * server. Each call waits for one answer, within a deadline of its own. Thread-safe.
 */
public interface ExternalValidator extends AutoCloseable {

	/**
	 * Checks the user's input.
	 * @param transaction the challenge that it answers; empty for none
	 * @throws UnansweredException if there is no answer that can be used
	 */
	Answer check(String user, String code, String transaction) throws UnansweredException;

	/**
	 * Begins a challenge before the user has typed anything: a code is sent, or a request
	 * appears on the user's device.
	 * @throws UnansweredException if there is no answer that can be used
	 */
	Answer trigger(String user) throws UnansweredException;

	/**
	 * Returns whether the user has answered a challenge on the device. A confirmation
	 * proves nothing yet; {@link #check} with an empty code does.
	 * @throws UnansweredException if there is no answer that can be used
	 */
	Confirmation confirmation(String transaction) throws UnansweredException;

	@Override
	void close() throws IOException;

	/** The system's answer about a user. */
	sealed interface Answer {

		/** The factor is proven. */
		record Accepted() implements Answer {
		}

		/**
		 * The user has to answer.
		 *
		 * @param transaction names the challenge
		 * @param message the instruction to the user, in the system's words
		 * @param code whether the user types something
		 * @param push whether the user confirms something on a device
		 */
		record Challenged(String transaction, String message, boolean code, boolean push) implements Answer {
		}

		/**
		 * The code is wrong, used or too old, the challenge is over or was declined, or
		 * the user is locked there.
		 *
		 * @param detail for the audit line
		 */
		record Rejected(String detail) implements Answer {
		}

		/**
		 * The user has no token there to prove a factor with, not even one that is
		 * locked.
		 *
		 * @param detail for the audit line
		 */
		record NoToken(String detail) implements Answer {
		}

	}

	/** The progress of a challenge on a device. */
	enum Confirmation {

		/** The challenge is unanswered, or no longer known. */
		PENDING,
		/** The user has confirmed the challenge. */
		CONFIRMED,
		/** The user has declined or cancelled the challenge. */
		DECLINED

	}

	/** Thrown if there is no usable answer. */
	class UnansweredException extends IOException {

		private static final long serialVersionUID = 1L;

		/** The reasons for a missing answer. */
		public enum Cause {

			/** The system could not be reached in time. */
			NO_ANSWER,
			/** The system, or a proxy in front of it, reports an internal error. */
			FAULT,
			/** The system does not accept this server or its request. */
			REFUSED,
			/** The response is not one of such a system. */
			NOT_UNDERSTOOD

		}

		private final Cause reason;

		public UnansweredException(Cause reason, String message, Throwable cause) {
			super(message, cause);
			this.reason = reason;
		}

		public UnansweredException(Cause reason, String message) {
			super(message);
			this.reason = reason;
		}

		/** Returns why there is no answer. */
		public Cause reason() {
			return reason;
		}

		/** Whether the system itself works, and refuses only this request. */
		boolean isAnswered() {
			return reason == Cause.REFUSED;
		}

	}

}
