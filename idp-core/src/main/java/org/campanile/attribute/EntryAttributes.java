package org.campanile.attribute;

import java.util.Set;

/**
 * The attributes of users' entries that a part of the server needs besides the configured
 * ones; a bean.
 */
public record EntryAttributes(Set<String> names) {

	public EntryAttributes {
		names = Set.copyOf(names);
	}

}
