package org.campanile.attribute;

import java.util.Optional;

/**
 * Reads a user's entry from the directory of all users, under the server's own account.
 * Thread-safe.
 */
@FunctionalInterface
public interface UserReader {

	/**
	 * Reads the entry of a user whom a login with a password would find.
	 * @param principal the canonical name
	 * @return empty if there is none, or several, or the entry does not meet the
	 * conditions of the search that such a login makes
	 * @throws SourceUnavailableException if it did not answer in time
	 */
	Optional<? extends SourceValues> read(String principal) throws SourceUnavailableException;

	/**
	 * Reads like {@link #read}, for a login that asks for no password. Also empty if the
	 * entry does not meet the conditions of the search for a typed name, even where
	 * logins with a password make none.
	 */
	default Optional<? extends SourceValues> readForLogin(String principal) throws SourceUnavailableException {
		return read(principal);
	}

}
