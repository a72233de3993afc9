package org.campanile.attribute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a source is given to look up a user.
 *
 * @param parameters name, compared without case, to value; text without control
 * characters
 */
public record SourceQuery(Map<String, String> parameters) {

	/** The parameter that is the user's canonical name. */
	public static final String USERNAME = "username";

	public SourceQuery {
		Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		copy.putAll(parameters);
		parameters = java.util.Collections.unmodifiableMap(copy);
	}

	/**
	 * The query for a user.
	 * @param names the parameters that are needed
	 * @param principal the user's canonical name
	 * @param entry the user's own entry
	 * @return empty if one of them has no value, several, or one that is not plain text
	 */
	static Optional<SourceQuery> of(Set<String> names, String principal, SourceValues entry) {
		Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		for (String name : names) {
			List<String> candidates = name.equalsIgnoreCase(USERNAME) ? List.of(principal) : entry.texts(name);
			if (candidates.size() != 1 || !isPlain(candidates.getFirst())) {
				return Optional.empty();
			}
			values.put(name, candidates.getFirst());
		}
		return Optional.of(new SourceQuery(values));
	}

	private static boolean isPlain(String value) {
		// U+FFFD replaces bytes that are not UTF-8.
		return !value.isBlank() && value.chars().noneMatch(sign -> Character.isISOControl(sign) || sign >= 0xFFFD);
	}

	/** The value of a parameter that the source has asked for. */
	public String get(String name) {
		String value = parameters.get(name);
		if (value == null) {
			throw new IllegalArgumentException("the source did not ask for " + name);
		}
		return value;
	}

	/** Only the names: the values are personal data. */
	@Override
	public String toString() {
		return "SourceQuery" + parameters.keySet();
	}

}
