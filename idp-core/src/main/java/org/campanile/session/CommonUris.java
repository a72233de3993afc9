package org.campanile.session;

import java.util.List;

/**
 * Shortens prefixes of URIs that nearly every session contains to two letters. Reversible
 * for any text.
 */
final class CommonUris {

	private static final char MARK = '~';

	/**
	 * The prefixes that are shortened. They must not be removed or changed, as stored
	 * sessions contain them; new ones may be added.
	 */
	private static final List<Prefix> PREFIXES = List.of(new Prefix('n', "urn:oasis:names:tc:SAML:2.0:nameid-format:"),
			new Prefix('m', "urn:oasis:names:tc:SAML:1.1:nameid-format:"),
			new Prefix('c', "urn:oasis:names:tc:SAML:2.0:ac:classes:"));

	private record Prefix(char letter, String text) {
	}

	private CommonUris() {
	}

	static String shorten(String text) {
		if (!text.isEmpty() && text.charAt(0) == MARK) {
			return MARK + text;
		}
		for (Prefix prefix : PREFIXES) {
			if (text.startsWith(prefix.text())) {
				return "" + MARK + prefix.letter() + text.substring(prefix.text().length());
			}
		}
		return text;
	}

	/**
	 * Restores a text. Text that was not shortened, for instance by an earlier version,
	 * is returned unchanged.
	 */
	static String restore(String text) {
		if (text.length() < 2 || text.charAt(0) != MARK) {
			return text;
		}
		for (Prefix prefix : PREFIXES) {
			if (text.charAt(1) == prefix.letter()) {
				return prefix.text() + text.substring(2);
			}
		}
		return text.charAt(1) == MARK ? text.substring(1) : text;
	}

}
