package org.campanile.attribute;

import java.util.List;

/**
 * The sources that a definition reads, and how values from several of them are combined.
 * Constants are used if none of them has values.
 *
 * @param from the sources' ids in order of preference; empty: the user's entry, then all
 * others as they are configured
 * @param merge how values of several sources are combined
 */
public record SourceRule(List<String> from, Merge merge) {

	/** The id of the user's own entry, which the login has read. */
	public static final String USER_ENTRY = "ldap";

	/** The first of all sources that has values. */
	public static final SourceRule DEFAULT = new SourceRule(List.of(), Merge.FIRST);

	public SourceRule {
		from = List.copyOf(from);
	}

	/** How the values of several sources are combined. */
	public enum Merge {

		/** The values of the first source that has any. */
		FIRST,
		/** The values of all sources, each value once. */
		ALL

	}

}
