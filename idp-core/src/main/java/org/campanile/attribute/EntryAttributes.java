package org.campanile.attribute;

import java.util.Set;

/**
 * Attributes of users' entries that a part of the server needs beyond those that are
 * configured; a bean.
 */
public record EntryAttributes(Set<String> names) {

	public EntryAttributes {
		names = Set.copyOf(names);
	}

}
