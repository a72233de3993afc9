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
 */
public record DirectoryEntry(String dn, Map<String, List<byte[]>> attributes) implements SourceValues {

	public DirectoryEntry {
		Map<String, List<byte[]>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		attributes.forEach((name, values) -> copy.put(name, List.copyOf(values)));
		attributes = java.util.Collections.unmodifiableMap(copy);
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
		String other = name.toLowerCase(Locale.ROOT).endsWith(";binary") ? name.substring(0, name.length() - 7)
				: name + ";binary";
		if (name.equalsIgnoreCase("entryDN")) {
			return List.of(dn.getBytes(StandardCharsets.UTF_8));
		}
		return attributes.getOrDefault(other, List.of());
	}

}
