package org.campanile.release;

import java.util.List;
import java.util.Set;

import org.campanile.attribute.ValuePattern;

/**
 * The values to which a rule applies: those listed and those that match a pattern; all if
 * neither is given.
 *
 * @param listed values as text, compared exactly; a scoped one as {@code value@scope}
 * @param patterns patterns, matched against the value as a whole
 */
public record ValueFilter(Set<String> listed, List<ValuePattern> patterns) {

	public static final ValueFilter EVERY = new ValueFilter(Set.of(), List.of());

	public ValueFilter {
		listed = Set.copyOf(listed);
		patterns = List.copyOf(patterns);
	}

	boolean accepts(String value) {
		return listed.isEmpty() && patterns.isEmpty() || listed.contains(value)
				|| patterns.stream().anyMatch(pattern -> pattern.matches(value));
	}

}
