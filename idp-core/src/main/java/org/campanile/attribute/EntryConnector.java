package org.campanile.attribute;

import org.campanile.directory.DirectoryEntry;

/** Reads the entry that authentication, or a refresh, has read from the directory. */
final class EntryConnector implements AttributeConnector {

	@Override
	public String name() {
		return "directory entry";
	}

	@Override
	public SourceAttributes read(String principal, DirectoryEntry entry) {
		return entry::bytes;
	}

}
