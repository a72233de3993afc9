package org.campanile.directory.password;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.campanile.authn.LoginNames;
import org.campanile.authn.LoginNames.UnusableNameException;

/**
 * The rules for typed names and passwords. The username is prepared as {@link LoginNames}
 * says, the password is not changed: it is a sequence of bytes. Immutable.
 */
record CredentialRules(int maxUsernameLength, int maxPasswordBytes) {

	/**
	 * @throws UnusableInputException with the reason, for the audit line
	 */
	PasswordCredentials prepare(String username, String password) throws UnusableInputException {
		checkPassword(password);
		try {
			return new PasswordCredentials(LoginNames.prepare(username, maxUsernameLength), password);
		}
		catch (UnusableNameException ex) {
			throw new UnusableInputException(String.valueOf(ex.getMessage()));
		}
	}

	/**
	 * @throws UnusableInputException with the reason, for the audit line
	 */
	void checkPassword(String password) throws UnusableInputException {
		if (password.isBlank()) {
			// An empty password is an anonymous bind, which succeeds (RFC 4513 5.1.2).
			throw new UnusableInputException("password blank");
		}
		if (password.indexOf('\0') >= 0) {
			throw new UnusableInputException("password with NUL");
		}
		if (password.length() > maxPasswordBytes || utf8Length(password) > maxPasswordBytes) {
			throw new UnusableInputException("password too long");
		}
	}

	private static int utf8Length(String text) throws UnusableInputException {
		try {
			return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text)).remaining();
		}
		catch (CharacterCodingException ex) {
			// A lone surrogate would reach the directory as a question mark.
			throw new UnusableInputException("password is no text");
		}
	}

	/** The input is invalid, so that no directory request is needed. */
	static final class UnusableInputException extends Exception {

		private static final long serialVersionUID = 1L;

		UnusableInputException(String message) {
			super(message, null, false, false);
		}

	}

	/**
	 * A username and a password that may be shown to the directory.
	 *
	 * @param username normalised
	 * @param password as typed
	 */
	record PasswordCredentials(String username, String password) {

		@Override
		public String toString() {
			return "PasswordCredentials[" + username + "]";
		}

	}

}
