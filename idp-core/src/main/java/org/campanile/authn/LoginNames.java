package org.campanile.authn;

import java.text.Normalizer;

/**
 * Names as users type them. They are prepared much as RFC 4518 prepares strings for
 * comparison, but characters that preparation would silently drop are refused, so that
 * two names that are equal here are equal wherever they are looked up.
 */
public final class LoginNames {

	private LoginNames() {
	}

	/** Nobody can have the name, so that it need not be looked up. */
	public static final class UnusableNameException extends Exception {

		private static final long serialVersionUID = 1L;

		private UnusableNameException(String message) {
			super(message, null, false, false);
		}

	}

	/**
	 * Returns the name in the form in which it is looked up and its attempts are counted.
	 * @param maxLength in UTF-16 units
	 * @throws UnusableNameException with the reason, which does not quote the name
	 */
	public static String prepare(String typed, int maxLength) throws UnusableNameException {
		if (typed.length() > maxLength) {
			throw new UnusableNameException("username too long");
		}
		if (typed.codePoints().anyMatch(LoginNames::forbidden)) {
			throw new UnusableNameException("username with a character that no name has");
		}
		String prepared = Normalizer.normalize(typed, Normalizer.Form.NFKC).strip();
		if (prepared.isEmpty()) {
			throw new UnusableNameException("username blank");
		}
		// Compatibility forms may grow, and may unfold into characters that are refused.
		if (prepared.length() > maxLength || prepared.codePoints().anyMatch(LoginNames::forbidden)) {
			throw new UnusableNameException("username with a character that no name has");
		}
		return prepared;
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

}
