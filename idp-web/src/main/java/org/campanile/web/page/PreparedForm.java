package org.campanile.web.page;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/**
 * A page with a form that was rendered ahead, but for the values of its hidden fields.
 * Immutable.
 */
final class PreparedForm {

	private static final String ESCAPED = "&<>\"'";

	/** Without a body. */
	private final PreparedPage page;

	private final int size;

	/** One more than there are values. */
	private final List<byte[]> parts;

	private PreparedForm(PreparedPage page, int size, List<byte[]> parts) {
		this.page = page;
		this.size = size;
		this.parts = parts;
	}

	/**
	 * Takes a page apart where values go.
	 * @param page rendered with markers for values
	 * @param markers in the order of the fields; text that occurs nowhere else
	 * @return nothing if any of them does not stand exactly once, in its order, as the
	 * whole value of an attribute: a template of the home folder may do something else
	 * with values, which must be rendered then
	 */
	static @Nullable PreparedForm of(PreparedPage page, List<String> markers) {
		String body = new String(page.body(), StandardCharsets.UTF_8);
		List<byte[]> parts = new ArrayList<>();
		int from = 0;
		for (String marker : markers) {
			String attribute = "value=\"" + marker + '"';
			int at = body.indexOf(attribute, from);
			if (at < 0 || body.indexOf(marker) != body.lastIndexOf(marker)) {
				return null;
			}
			int value = at + "value=\"".length();
			parts.add(octets(body.substring(from, value)));
			from = value + marker.length();
		}
		parts.add(octets(body.substring(from)));
		return new PreparedForm(page.with(new byte[0]), body.length(), parts);
	}

	/** The page with these values, in the order of the fields. */
	PreparedPage filled(Collection<String> values) {
		ByteArrayOutputStream body = new ByteArrayOutputStream(size + values.stream().mapToInt(String::length).sum());
		int part = 0;
		for (String value : values) {
			body.writeBytes(parts.get(part++));
			body.writeBytes(octets(escaped(value)));
		}
		body.writeBytes(parts.get(part));
		return page.with(body.toByteArray());
	}

	/** Most are Base64, of which nothing needs it. */
	private static String escaped(String value) {
		for (int i = 0; i < value.length(); i++) {
			if (ESCAPED.indexOf(value.charAt(i)) >= 0) {
				return HtmlUtils.htmlEscape(value, StandardCharsets.UTF_8.name());
			}
		}
		return value;
	}

	private static byte[] octets(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
