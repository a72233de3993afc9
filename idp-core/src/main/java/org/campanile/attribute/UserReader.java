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
	 * Reads like {@link #read}, for a login that asks for no password. Also empty if no
	 * login would find the user, for example because the entry does not meet the
	 * conditions of the search for a typed name.
	 */
	default Optional<? extends SourceValues> readForLogin(String principal) throws SourceUnavailableException {
		return read(principal);
	}

}
