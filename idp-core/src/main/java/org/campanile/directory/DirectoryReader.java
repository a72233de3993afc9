package org.campanile.directory;

import java.util.Optional;

/** Reads people's entries by their canonical name. Thread-safe. */
@FunctionalInterface
public interface DirectoryReader {

	/**
	 * Reads the entry of a person.
	 * @param principal the canonical name
	 * @return empty if there is none, or no single one
	 * @throws DirectoryUnavailableException if nobody could be asked in time
	 */
	Optional<DirectoryEntry> read(String principal) throws DirectoryUnavailableException;

}
