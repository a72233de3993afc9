package org.campanile.web.audit;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * Implements {@code %oneLine} in a pattern of the log: the message, with question marks
 * for characters that begin a new line, colour a terminal or reverse the text (controls
 * but the tab, line and paragraph separators, bidirectional overrides). Thread-safe.
 */
public final class OneLineConverter extends ClassicConverter {

	@Override
	public String convert(ILoggingEvent event) {
		// The message is null with some exceptions that are logged alone.
		String in = String.valueOf(event.getFormattedMessage());
		for (int i = 0; i < in.length(); i++) {
			if (isForbidden(in.charAt(i))) {
				return replaced(in, i);
			}
		}
		return in;
	}

	private static String replaced(String in, int from) {
		StringBuilder line = new StringBuilder(in);
		for (int i = from; i < line.length(); i++) {
			if (isForbidden(line.charAt(i))) {
				line.setCharAt(i, '?');
			}
		}
		return line.toString();
	}

	private static boolean isForbidden(char c) {
		if (c < 0x7f) {
			return c == '\n' || c == '\r' || c == '\u001b';
		}
		return c <= 0x9f || c >= '\u2028' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
	}

}
