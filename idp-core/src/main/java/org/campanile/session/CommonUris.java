package org.campanile.session;

import java.util.List;

/**
 * Writes URIs that nearly every session has in two letters and what follows them. Any
 * text comes back as it was.
 */
final class CommonUris {

	private static final char MARK = '~';

	/** Neither removed nor changed, for stored sessions have them; added at will. */
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

	/** What was never shortened, as by an earlier version, is left as it is. */
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
