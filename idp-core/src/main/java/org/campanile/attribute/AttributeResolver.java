package org.campanile.attribute;

import java.util.Set;
import java.util.TreeSet;

/** Resolves a user's attributes from the sources' values. Thread-safe. */
public interface AttributeResolver {

	/**
	 * Resolves from the entry that authentication has just read, without reading that
	 * again.
	 * @param principal the user's canonical name
	 * @param entry the user's entry
	 * @throws SourceUnavailableException if a source did not answer without which logins
	 * are refused, or an attribute is not known that decides on access
	 */
	Resolved resolve(String principal, SourceValues entry) throws SourceUnavailableException;

	/**
	 * Resolves like {@link #resolve(String, SourceValues)}, for a user whose entry
	 * authentication has not read: reads it now, bypassing every cache.
	 * @return without attributes if the user is not known
	 * @throws SourceUnavailableException also if the entry could not be read in time
	 */
	Resolved resolve(String principal) throws SourceUnavailableException;

	/**
	 * Resolves anew for a session that goes on, reading the user's entry (or a cached
	 * copy of it). Attributes from a source that does not answer keep their older values.
	 * @param principal the user's canonical name
	 * @param older the attributes that the session has
	 * @return without attributes if the user is gone
	 * @throws UnusableAnswerException if an attribute is not known that decides on access
	 * @throws SourceUnavailableException if the entry could not be read in time
	 */
	Resolved refresh(String principal, ResolvedAttributes older) throws SourceUnavailableException;

	/**
	 * The attributes, and the sources missing from them.
	 *
	 * @param unavailable the ids of the sources that were asked and did not answer
	 */
	record Resolved(ResolvedAttributes attributes, Set<String> unavailable) {

		/** The user is not known. */
		public static final Resolved NONE = new Resolved(ResolvedAttributes.NONE, Set.of());

		public Resolved {
			unavailable = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(unavailable));
		}

	}

}
