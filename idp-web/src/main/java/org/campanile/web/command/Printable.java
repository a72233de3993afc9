package org.campanile.web.command;

import java.util.Locale;

/**
 * What people, directories, certificates, metadata and servers wrote, made fit to be
 * printed: a terminal obeys what it reads, and a line is to stay one.
 */
final class Printable {

	private Printable() {
	}

	/**
	 * The text with everything escaped that is more than text. The escapes are those of
	 * JSON, so that an object in one line stays the same.
	 */
	static String of(String text) {
		StringBuilder safe = new StringBuilder(text.length());
		text.codePoints().forEach(point -> {
			if (isHarmless(point)) {
				safe.appendCodePoint(point);
			}
			else {
				for (char unit : Character.toChars(point)) {
					safe.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
				}
			}
		});
		return safe.toString();
	}

	private static boolean isHarmless(int point) {
		return switch (Character.getType(point)) {
			case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR,
					Character.PARAGRAPH_SEPARATOR ->
				false;
			default -> true;
		};
	}

}
