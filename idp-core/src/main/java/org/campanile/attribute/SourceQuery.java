package org.campanile.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parameters by which a source looks up a user.
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
	 * @throws IncompleteException if one of them has no value, several, or one that is
	 * not plain text
	 */
	static SourceQuery of(Set<String> names, String principal, SourceValues entry) throws IncompleteException {
		Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		List<String> missing = new ArrayList<>();
		boolean absent = false;
		for (String name : new TreeSet<>(names)) {
			List<String> candidates = name.equalsIgnoreCase(USERNAME) ? List.of(principal) : entry.texts(name);
			if (candidates.isEmpty()) {
				missing.add("no " + name);
				absent = true;
			}
			else if (candidates.size() > 1) {
				missing.add("several values of " + name);
			}
			else if (!isPlain(candidates.getFirst())) {
				missing.add("no plain text as " + name);
			}
			else {
				values.put(name, candidates.getFirst());
			}
		}
		if (!missing.isEmpty()) {
			throw new IncompleteException("the user has " + String.join(", ", missing), absent);
		}
		return new SourceQuery(values);
	}

	/**
	 * Thrown if a user lacks a value that a source needs; the message names it, without
	 * values.
	 */
	static final class IncompleteException extends Exception {

		private static final long serialVersionUID = 1L;

		private final boolean absent;

		private IncompleteException(String message, boolean absent) {
			super(message, null, false, false);
			this.absent = absent;
		}

		/**
		 * Whether the user has no value at all of a parameter, and is therefore not in
		 * the source; otherwise the source may know the user.
		 */
		boolean isAbsent() {
			return absent;
		}

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

	/** Returns only the names: the values are personal data. */
	@Override
	public String toString() {
		return "SourceQuery" + parameters.keySet();
	}

}
