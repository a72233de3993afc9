package org.campanile.web.audit;

/**
 * Writes a value that may be hostile so that it stays one value in one line: quoted
 * unless plain, with everything escaped that a terminal or a log reader could take for
 * more than text (controls, ANSI escapes, line and paragraph separators, bidirectional
 * overrides, lone surrogates).
 */
final class LogValue {

	private static final int MAX_LENGTH = 512;

	private LogValue() {
	}

	static void append(StringBuilder line, String value) {
		if (!value.isEmpty() && value.length() <= MAX_LENGTH && value.chars().allMatch(LogValue::isPlain)) {
			line.append(value);
			return;
		}
		line.append('"');
		int end = Math.min(value.length(), MAX_LENGTH);
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

	private static boolean isPlain(int c) {
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
					line.append(String.format("\\u%04X", point));
				}
			}
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
