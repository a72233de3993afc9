package org.campanile.web.audit;

/**
 * Writes a value that may be hostile so that it stays one value in one line: quoted
 * unless plain, with everything escaped that a terminal or a log viewer could interpret
 * (controls, ANSI escapes, line and paragraph separators, bidirectional overrides, lone
 * surrogates).
 */
final class LogValue {

	private static final int MAX_LENGTH = 512;

	private LogValue() {
	}

	static void append(StringBuilder line, String value) {
		if (isPlain(value)) {
			line.append(value);
			return;
		}
		line.append('"');
		int end = end(value);
		for (int i = 0; i < end;) {
			int point = value.codePointAt(i);
			appendEscaped(line, point);
			i += Character.charCount(point);
		}
		if (end < value.length()) {
			line.append("…+").append(value.length() - end);
		}
		line.append('"');
	}

	/** The value, truncated as {@link #append} does, but not escaped. */
	static String shortened(String value) {
		int end = end(value);
		return end == value.length() ? value : value.substring(0, end) + "…+" + (value.length() - end);
	}

	/** Returns the end of the part that is kept, without splitting a surrogate pair. */
	private static int end(String value) {
		return value.length() <= MAX_LENGTH ? value.length() : Character.isHighSurrogate(value.charAt(MAX_LENGTH - 1))
				&& Character.isLowSurrogate(value.charAt(MAX_LENGTH)) ? MAX_LENGTH - 1 : MAX_LENGTH;
	}

	private static boolean isPlain(String value) {
		if (value.isEmpty() || value.length() > MAX_LENGTH) {
			return false;
		}
		for (int i = 0; i < value.length(); i++) {
			if (!isPlain(value.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean isPlain(char c) {
		return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '=' && c != '$' && c != '{';
	}

	private static void appendEscaped(StringBuilder line, int point) {
		switch (point) {
			case '"', '\\' -> line.append('\\').appendCodePoint(point);
			case '\n' -> line.append("\\n");
			case '\r' -> line.append("\\r");
			case '\t' -> line.append("\\t");
			default -> {
				if (isHarmless(point)) {
					line.appendCodePoint(point);
				}
				else {
					appendHex(line, point);
				}
			}
		}
	}

	/** Appends at least four hexadecimal digits. */
	private static void appendHex(StringBuilder line, int point) {
		line.append("\\u");
		int digits = Math.max(4, (35 - Integer.numberOfLeadingZeros(point)) / 4);
		for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
			line.append(Character.toUpperCase(Character.forDigit(point >>> shift & 0xF, 16)));
		}
	}

	private static boolean isHarmless(int point) {
		// "${" begins a look-up in some log tools.
		return point != '$' && switch (Character.getType(point)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
