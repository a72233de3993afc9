package org.campanile.directory.password;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

/**
 * The rules for typed names and passwords. The username is prepared much as RFC 4518
 * prepares strings for comparison, but characters that preparation would silently drop
 * are refused, so that two names that are equal here are equal to the directory too. The
 * password is not changed: it is a sequence of bytes. Immutable.
 */
final class CredentialRules {

	private final int maxUsernameLength;

	private final int maxPasswordBytes;

	CredentialRules(int maxUsernameLength, int maxPasswordBytes) {
		this.maxUsernameLength = maxUsernameLength;
		this.maxPasswordBytes = maxPasswordBytes;
	}

	/**
	 * @throws UnusableInputException with the reason, for the audit line
	 */
	PasswordCredentials prepare(String username, String password) throws UnusableInputException {
		checkPassword(password);
		return new PasswordCredentials(prepareUsername(username), password);
	}

	private String prepareUsername(String typed) throws UnusableInputException {
		if (typed.length() > maxUsernameLength) {
			throw new UnusableInputException("username too long");
		}
		if (typed.codePoints().anyMatch(CredentialRules::forbidden)) {
			throw new UnusableInputException("username with a character that no name has");
		}
		String prepared = Normalizer.normalize(typed, Normalizer.Form.NFKC).strip();
		if (prepared.isEmpty()) {
			throw new UnusableInputException("username blank");
		}
		// Compatibility forms may grow, and may unfold into characters that are refused.
		if (prepared.length() > maxUsernameLength || prepared.codePoints().anyMatch(CredentialRules::forbidden)) {
			throw new UnusableInputException("username with a character that no name has");
		}
		return prepared;
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

	private static boolean forbidden(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
				true;
			default -> droppedInComparison(character) || character == 0xFFFD || character == 0xFFFC;
		};
	}

	/**
	 * Whether RFC 4518 2.2 maps the character to nothing, although it is no format
	 * character.
	 */
	private static boolean droppedInComparison(int character) {
		return character == 0x034F || character == 0x1806 || (character >= 0x180B && character <= 0x180D)
				|| (character >= 0xFE00 && character <= 0xFE0F) || (character >= 0xE0100 && character <= 0xE01EF)
				|| character == 0x115F || character == 0x1160 || character == 0x3164 || character == 0xFFA0;
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
