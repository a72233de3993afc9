package org.campanile.attribute;

import java.util.Optional;

/**
 * Reads what the place that knows all users says of one, under the server's own account.
 * Thread-safe.
 */
@FunctionalInterface
public interface UserReader {

	/**
	 * Reads the entry of a user.
	 * @param principal the canonical name
	 * @return empty if there is none, or no single one
	 * @throws SourceUnavailableException if nobody could be asked in time
	 */
	Optional<? extends SourceValues> read(String principal) throws SourceUnavailableException;

}
