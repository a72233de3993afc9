package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits what an assertion can carry and a session can hold: values of characters that
 * XML 1.0 knows, up to a total. Used by one thread, once.
 */
final class ValueGuard {

	/**
	 * A stored session holds at most 64 KiB; three quarters of it are for attributes, in
	 * bytes of UTF-8.
	 */
	static final int MAXIMUM_TOTAL = 49_152;

	private static final Logger LOGGER = LoggerFactory.getLogger(ValueGuard.class);

	private final String principal;

	private final BiConsumer<String, String> leftOut;

	private final Map<String, List<AttributeValue>> admitted = new LinkedHashMap<>();

	private int total;

	/**
	 * @param leftOut is told of which attribute something was left out, and why
	 */
	ValueGuard(String principal, BiConsumer<String, String> leftOut) {
		this.principal = principal;
		this.leftOut = leftOut;
	}

	void add(String id, List<AttributeValue> values) {
		List<AttributeValue> legal = new ArrayList<>(values.size());
		int size = 0;
		for (AttributeValue value : values) {
			String text = value.text();
			if (XmlCharacters.allLegal(text)) {
				legal.add(value);
				size += text.getBytes(StandardCharsets.UTF_8).length;
			}
			else {
				LOGGER.warn("attribute {} of {}: a value was left out: it has characters that XML cannot carry", id,
						principal);
				leftOut.accept(id, "it has characters that XML cannot carry");
			}
		}
		// All or none: half of a user's groups would grant or deny what nobody meant.
		if (size > MAXIMUM_TOTAL - total) {
			LOGGER.warn(
					"attribute {} of {} was left out: its {} bytes would take the person's attributes past {}; pick values with type regex or mapped",
					id, principal, size, MAXIMUM_TOTAL);
			leftOut.accept(id, "its " + size + " bytes would take the person's attributes past " + MAXIMUM_TOTAL
					+ "; pick values with type regex or mapped");
			return;
		}
		total += size;
		admitted.put(id, legal);
	}

	ResolvedAttributes admitted() {
		return new ResolvedAttributes(admitted);
	}

}
