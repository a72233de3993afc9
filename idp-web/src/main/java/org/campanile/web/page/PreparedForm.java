package org.campanile.web.page;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/**
 * A page with a form that was rendered in advance, except for the values of its hidden
 * fields and the URL in its language links. Immutable.
 */
final class PreparedForm {

	private static final String ESCAPED = "&<>\"'";

	/** The page without its body. */
	private final PreparedPage page;

	/** The fixed parts around the values; one more than there are positions. */
	private final List<byte[]> parts;

	/** The index of the value at each position. */
	private final List<Integer> positions;

	private PreparedForm(PreparedPage page, List<byte[]> parts, List<Integer> positions) {
		this.page = page;
		this.parts = parts;
		this.positions = positions;
	}

	/**
	 * Splits a page at its values.
	 * @param page rendered with markers instead of values
	 * @param prefix the common prefix of all markers; text that occurs nowhere else
	 * @param slots those of the fields, each of which must occur exactly once, then that
	 * of the URL
	 * @return null if a marker occurs outside its slot, because a template of the home
	 * folder uses values differently; such a page must be rendered each time
	 */
	static @Nullable PreparedForm of(PreparedPage page, String prefix, List<Slot> slots) {
		String body = new String(page.body(), StandardCharsets.UTF_8);
		List<byte[]> parts = new ArrayList<>();
		List<Integer> positions = new ArrayList<>();
		int from = 0;
		for (int at = body.indexOf(prefix); at >= 0; at = body.indexOf(prefix, from)) {
			int slot = slot(body, at, slots);
			if (slot < 0 || slots.get(slot).once() && positions.contains(slot)) {
				return null;
			}
			parts.add(bytes(body.substring(from, at)));
			positions.add(slot);
			from = at + slots.get(slot).marker().length();
		}
		parts.add(bytes(body.substring(from)));
		for (int i = 0; i < slots.size(); i++) {
			if (slots.get(i).once() && !positions.contains(i)) {
				return null;
			}
		}
		return new PreparedForm(page.with(new byte[0]), parts, List.copyOf(positions));
	}

	/**
	 * The position of a value.
	 *
	 * @param marker the text in its place
	 * @param before the text before it, within the same attribute
	 * @param after the text after it
	 * @param once whether it occurs exactly once
	 */
	record Slot(String marker, String before, String after, boolean once) {

		/** The complete value of a form's field. */
		static Slot field(String marker) {
			return new Slot(marker, "value=\"", "\"", true);
		}

		/**
		 * The query of the page's own URL, which is followed by the parameter of the
		 * language.
		 */
		static Slot query(String marker) {
			return new Slot(marker, "href=\"?", "&amp;lang=", false);
		}

		boolean isAt(String body, int index) {
			return body.startsWith(marker + after, index) && body.startsWith(before, index - before.length());
		}

	}

	/** Whether both have the same text around the same values. */
	boolean isSameAs(PreparedForm other) {
		return positions.equals(other.positions) && Arrays.deepEquals(parts.toArray(), other.parts.toArray());
	}

	private static int slot(String body, int at, List<Slot> slots) {
		for (int i = 0; i < slots.size(); i++) {
			if (slots.get(i).isAt(body, at)) {
				return i;
			}
		}
		return -1;
	}

	/**
	 * The page with values.
	 * @param fields in the order of the slots
	 * @param query of the page's own URL; empty if it has none
	 */
	PreparedPage filled(Collection<String> fields, String query) {
		List<byte[]> values = new ArrayList<>(fields.size() + 1);
		fields.forEach(value -> values.add(bytes(escaped(value))));
		values.add(bytes(escaped(query)));
		int size = Stream.concat(parts.stream(), positions.stream().map(values::get)).mapToInt(one -> one.length).sum();
		ByteBuffer body = ByteBuffer.allocate(size);
		for (int i = 0; i < positions.size(); i++) {
			body.put(parts.get(i)).put(values.get(positions.get(i)));
		}
		return page.with(body.put(parts.getLast()).array());
	}

	/**
	 * Most values are Base64, which needs no escaping; a response of 12,000 characters is
	 * searched in a fortieth of the time that a look at each of them takes.
	 */
	private static String escaped(String value) {
		return ESCAPED.chars().anyMatch(character -> value.indexOf(character) >= 0)
				? HtmlUtils.htmlEscape(value, StandardCharsets.UTF_8.name()) : value;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
