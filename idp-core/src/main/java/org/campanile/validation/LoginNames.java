package org.campanile.validation;

import java.text.Normalizer;
import java.util.Optional;

/** Names as they are typed. */
final class LoginNames {

	private LoginNames() {
	}

	/**
	 * Returns the name in the form in which it is looked up, prepared much as at the
	 * login page (RFC 4518).
	 * @return empty if nobody can have that name
	 */
	static Optional<String> prepare(String typed, int maxLength) {
		if (typed.length() > maxLength || typed.codePoints().anyMatch(LoginNames::forbidden)) {
			return Optional.empty();
		}
		String name = Normalizer.normalize(typed, Normalizer.Form.NFKC).strip();
		// Compatibility forms may grow, and may unfold into characters that are refused.
		return name.isEmpty() || name.length() > maxLength || name.codePoints().anyMatch(LoginNames::forbidden)
				? Optional.empty() : Optional.of(name);
	}

	private static boolean forbidden(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
				true;
			default -> false;
		};
	}

}
