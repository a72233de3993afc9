package org.campanile.attribute;

import java.util.Optional;

/**
 * Reads a user's entry from the directory of all users, under the server's own account.
 * Thread-safe.
 */
@FunctionalInterface
public interface UserReader {

	/**
	 * Reads the entry of a user.
	 * @param principal the canonical name
	 * @return empty if there is none, or several
	 * @throws SourceUnavailableException if it did not answer in time
	 */
	Optional<? extends SourceValues> read(String principal) throws SourceUnavailableException;

	/**
	 * As {@link #read}, for a login that asks for no password: empty also if no login
	 * would find the user, as one who does not meet the conditions of the search for the
	 * name typed.
	 */
	default Optional<? extends SourceValues> readForLogin(String principal) throws SourceUnavailableException {
		return read(principal);
	}

}
