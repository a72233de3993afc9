package org.campanile.directory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.campanile.attribute.SourceValues;

/**
 * An entry read from the directory. Attribute descriptions are case-insensitive (RFC 4512
 * 2.5). Values are bytes; the arrays are never modified.
 *
 * @param dn the entry's distinguished name as the directory writes it
 * @param attributes attribute description, options such as {@code ;binary} included, to
 * its values
 * @param ranged whether an attribute has a range option
 */
public record DirectoryEntry(String dn, Map<String, List<byte[]>> attributes, boolean ranged) implements SourceValues {

	private static final String RANGE = ";range=";

	private static final String BINARY = ";binary";

	public DirectoryEntry {
		Map<String, List<byte[]>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		attributes.forEach((name, values) -> copy.put(name, List.copyOf(values)));
		attributes = java.util.Collections.unmodifiableMap(copy);
	}

	/** Creates an entry, whose attributes are searched for range options once. */
	public DirectoryEntry(String dn, Map<String, List<byte[]>> attributes) {
		this(dn, attributes, attributes.keySet().stream().anyMatch(DirectoryEntry::hasRange));
	}

	/**
	 * The values of an attribute as bytes; with or without the {@code ;binary} option.
	 * {@code entryDN} (RFC 5020) is always present.
	 */
	@Override
	public List<byte[]> bytes(String name) {
		List<byte[]> values = attributes.get(name);
		if (values != null) {
			return values;
		}
		if (name.equalsIgnoreCase("entryDN")) {
			return List.of(dn.getBytes(StandardCharsets.UTF_8));
		}
		int base = name.length() - BINARY.length();
		return attributes.getOrDefault(
				name.regionMatches(true, base, BINARY, 0, BINARY.length()) ? name.substring(0, base) : name + BINARY,
				List.of());
	}

	private static boolean hasRange(String name) {
		return name.indexOf(';') >= 0 && name.toLowerCase(Locale.ROOT).contains(RANGE);
	}

	/**
	 * Whether the attribute has a range option, with which Active Directory returns a
	 * part of many values; without the option it then has none ([MS-ADTS] 3.1.1.3.1.3.3).
	 */
	@Override
	public boolean isPartial(String name) {
		if (!ranged) {
			return false;
		}
		String start = name + RANGE;
		return attributes.keySet().stream().anyMatch(each -> each.regionMatches(true, 0, start, 0, start.length()));
	}

}
