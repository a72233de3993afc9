package org.campanile.directory;

import java.util.Optional;

/** Reads a person's entry under the server's own account. Thread-safe. */
public interface DirectoryReader {

	/**
	 * Reads the entry of a person.
	 * @param principal the person's canonical name
	 * @return empty if there is no such person
	 * @throws DirectoryUnavailableException if nobody could be asked in time
	 */
	Optional<DirectoryEntry> read(String principal) throws DirectoryUnavailableException;

}
