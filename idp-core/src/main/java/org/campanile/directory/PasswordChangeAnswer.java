package org.campanile.directory;

import java.util.Optional;

import org.campanile.authn.PasswordChange.Objection;

/** The directory's answer to a request to replace a password. */
public sealed interface PasswordChangeAnswer {

	/** The current password was refused, and nothing was changed. */
	record NotProven(BindAnswer.Refused refused) implements PasswordChangeAnswer {
	}

	/**
	 * The new password was refused, and nothing was changed.
	 *
	 * @param detail the directory's message, for an administrator
	 */
	record Declined(Objection objection, String detail) implements PasswordChangeAnswer {
	}

	/**
	 * The password is replaced.
	 *
	 * @param login a bind with the new one and the entry; empty if the directory did not
	 * answer that any more
	 */
	record Changed(Optional<BoundLookup> login) implements PasswordChangeAnswer {
	}

}
