package org.campanile.directory;

/** The result of a search for one user. */
public sealed interface UserLookup {

	/**
	 * Exactly one entry.
	 *
	 * @param entry the entry, without password attributes
	 * @param principal the canonical name, from the entry
	 */
	record Found(DirectoryEntry entry, String principal) implements UserLookup {
	}

	/** No entry was found. */
	record NotFound() implements UserLookup {
	}

	/**
	 * An ambiguous or unusable result: several entries, a referral, an entry without a
	 * canonical name.
	 *
	 * @param reason for an administrator
	 */
	record Refused(String reason) implements UserLookup {
	}

}
