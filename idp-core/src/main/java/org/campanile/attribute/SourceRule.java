package org.campanile.attribute;

import java.util.List;

/**
 * Which sources a definition reads, and how values that several of them have are
 * combined. Constants are used if none of them has values.
 *
 * @param from the sources' ids in order of preference; empty: the user's entry, then all
 * others as they are configured
 * @param merge which values count
 */
public record SourceRule(List<String> from, Merge merge) {

	/** The id of the user's own entry, which the login has read. */
	public static final String USER_ENTRY = "ldap";

	/** The first of all sources that has values. */
	public static final SourceRule DEFAULT = new SourceRule(List.of(), Merge.FIRST);

	public SourceRule {
		from = List.copyOf(from);
	}

	/** Which values count. */
	public enum Merge {

		/** Those of the first source that has any. */
		FIRST,
		/** Those of all sources, each value once. */
		ALL

	}

}
