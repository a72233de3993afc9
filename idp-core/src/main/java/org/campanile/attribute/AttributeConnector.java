package org.campanile.attribute;

import org.campanile.directory.DirectoryEntry;
import org.campanile.directory.DirectoryUnavailableException;

/**
 * Reads source values of a person from one place: the directory entry, the configuration,
 * a further directory. Definitions turn source values into attributes. Thread-safe.
 */
public interface AttributeConnector {

	/** Names the place in log lines. */
	String name();

	/**
	 * Reads what this place says of a person.
	 * @param principal the person's canonical name
	 * @param entry the person's entry, read for this resolution
	 * @return {@link SourceAttributes#NONE} if it says nothing
	 * @throws DirectoryUnavailableException if the place could not be asked in time; a
	 * login then goes on without what it says
	 */
	SourceAttributes read(String principal, DirectoryEntry entry) throws DirectoryUnavailableException;

}
