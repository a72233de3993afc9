package org.campanile.attribute;

import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryUnavailableException;

/**
 * Turns what the directory and other sources say of a person into attributes.
 * Thread-safe.
 */
public interface AttributeResolver {

	/**
	 * Resolves from the entry that authentication has just read, without asking the
	 * directory again.
	 * @param principal the person's canonical name
	 * @param entry the person's entry
	 */
	ResolvedAttributes resolve(String principal, DirectoryEntry entry);

	/**
	 * Resolves anew for a session that goes on, reading the person's entry (or a cached
	 * copy of it).
	 * @param principal the person's canonical name
	 * @return {@link ResolvedAttributes#NONE} if the person is gone
	 * @throws DirectoryUnavailableException if nobody could be asked in time
	 */
	ResolvedAttributes refresh(String principal) throws DirectoryUnavailableException;

}
