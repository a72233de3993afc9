package org.campanile.attribute;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The values of one user in one source, by attribute name, compared without case. */
@FunctionalInterface
public interface SourceValues {

	/** A source without values. */
	SourceValues NONE = name -> List.of();

	/**
	 * The values of an attribute as bytes; text is UTF-8. The arrays must not be
	 * modified.
	 * @return empty if there are none
	 */
	List<byte[]> bytes(String name);

	/** Whether the source has more values of an attribute than it gave. */
	default boolean isPartial(String name) {
		return false;
	}

	/** The values of an attribute as UTF-8 text. */
	default List<String> texts(String name) {
		return bytes(name).stream().map(value -> new String(value, StandardCharsets.UTF_8)).toList();
	}

	/** Returns text values by the name of their attribute. */
	static SourceValues ofTexts(Map<String, List<String>> texts) {
		Map<String, List<byte[]>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		texts.forEach((name, list) -> values.put(name,
				list.stream().map(value -> value.getBytes(StandardCharsets.UTF_8)).toList()));
		return name -> values.getOrDefault(name, List.of());
	}

}
