package org.campanile.web.page;

import org.jspecify.annotations.Nullable;

/**
 * Makes names from outside safe to display within a sentence. The result is not
 * HTML-escaped.
 */
public final class DisplayText {

	private static final int LONGEST_NAME = 120;

	private static final int LONGEST_DESCRIPTION = 240;

	private static final char FIRST_STRONG_ISOLATE = '\u2068';

	private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';

	private DisplayText() {
	}

	/**
	 * The name on one line, of bounded length, without characters that could reorder or
	 * hide the text around it.
	 */
	public static String name(String raw) {
		String line = line(raw, LONGEST_NAME);
		return line.isEmpty() ? "?" : line;
	}

	/** Returns a sentence or two in the same form as a name; null if nothing remains. */
	public static @Nullable String description(String raw) {
		String line = line(raw, LONGEST_DESCRIPTION);
		return line.isEmpty() ? null : line;
	}

	private static String line(String raw, int longest) {
		StringBuilder clean = new StringBuilder(Math.min(raw.length(), longest));
		int count = 0;
		boolean gap = false;
		for (int index = 0; index < raw.length();) {
			int codePoint = raw.codePointAt(index);
			index += Character.charCount(codePoint);
			if (isInvisible(codePoint)) {
				continue;
			}
			if (Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint)
					|| Character.isISOControl(codePoint)) {
				gap = !clean.isEmpty();
				continue;
			}
			if (count >= longest) {
				return clean.append('…').toString();
			}
			if (gap) {
				clean.append(' ');
				count++;
				gap = false;
			}
			clean.appendCodePoint(codePoint);
			count++;
		}
		return clean.toString();
	}

	/** The name for places where markup cannot isolate its direction, such as a title. */
	static String isolated(String name) {
		for (int index = 0; index < name.length(); index++) {
			if (name.charAt(index) >= '\u0590') {
				return FIRST_STRONG_ISOLATE + name + POP_DIRECTIONAL_ISOLATE;
			}
		}
		// It contains no right-to-left characters.
		return name;
	}

	/** Whether the character is an embedding, override, isolate or lone surrogate. */
	private static boolean isInvisible(int codePoint) {
		return codePoint >= 0x202A && codePoint <= 0x202E || codePoint >= 0x2066 && codePoint <= 0x2069
				|| codePoint == 0xFEFF || codePoint >= 0xD800 && codePoint <= 0xDFFF;
	}

}
