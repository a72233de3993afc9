package org.campanile.attribute;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A definition that looks up values of a source in a table, for example to turn the
 * directory's words for affiliations into those of eduPerson. Several source values may
 * mean the same; it then appears once.
 *
 * @param table source value, compared without case, to the values it means
 * @param keepUnmapped whether a value that is not in the table is kept as it is, or left
 * out
 */
public record MappedDefinition(String id, String source, Map<String, List<String>> table,
		boolean keepUnmapped) implements AttributeDefinition.OfOneSource {

	public MappedDefinition {
		Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		table.forEach((from, to) -> copy.put(from, List.copyOf(to)));
		table = java.util.Collections.unmodifiableMap(copy);
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		Set<AttributeValue> values = new LinkedHashSet<>();
		for (AttributeValue value : input.values(source)) {
			List<String> mapped = table.get(value.text());
			if (mapped != null) {
				mapped.forEach(text -> values.add(new AttributeValue.Text(text)));
			}
			else if (keepUnmapped) {
				values.add(value);
			}
		}
		return List.copyOf(values);
	}

}
