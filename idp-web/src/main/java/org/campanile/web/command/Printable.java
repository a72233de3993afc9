package org.campanile.web.command;

import java.util.Locale;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes text from outside (users, directories, certificates, metadata, servers) safe to
 * print: a terminal executes escape sequences, and one line must remain one line.
 */
final class Printable {

	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(SerializationFeature.INDENT_OUTPUT)
		.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
		.build();

	private Printable() {
	}

	/**
	 * The text with all control and formatting characters escaped. The escapes are those
	 * of JSON, so that a JSON object in one line remains equivalent.
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

	/** An object as indented JSON, with everything but ASCII escaped. */
	static String json(Object value) {
		return JSON.writeValueAsString(value).replace("\u007f", "\\u007f");
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
