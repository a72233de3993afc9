package org.campanile.factor.otp;

import java.util.Optional;

/** Reads a code as people type it. */
final class EnteredCode {

	/** The maximum length of two codes with blanks; a longer text is no code. */
	private static final int MAX_LENGTH = 64;

	private EnteredCode() {
	}

	/**
	 * The digits of a code, in ASCII. Digits of other scripts and of full width are
	 * digits; blanks, hyphens and invisible characters between them are skipped.
	 * @return empty if there is anything else, or no digit
	 */
	static Optional<String> digits(String typed) {
		if (typed.length() > MAX_LENGTH) {
			return Optional.empty();
		}
		StringBuilder digits = new StringBuilder();
		for (int c : typed.codePoints().toArray()) {
			if (Character.isDigit(c)) {
				digits.append(Character.digit(c, 10));
			}
			else if (!isSkipped(c)) {
				return Optional.empty();
			}
		}
		return digits.isEmpty() ? Optional.empty() : Optional.of(digits.toString());
	}

	private static boolean isSkipped(int c) {
		return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT
				|| Character.getType(c) == Character.DASH_PUNCTUATION;
	}

}
