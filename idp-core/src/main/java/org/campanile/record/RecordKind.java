package org.campanile.record;

import java.util.regex.Pattern;

/**
 * A kind of records, separate from other kinds; a constant of its caller.
 *
 * @param name unique; 1 to 40 lower-case letters, digits and hyphens
 */
public record RecordKind(String name) {

	private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");

	public RecordKind {
		if (!NAME.matcher(name).matches()) {
			throw new IllegalArgumentException("'" + name
					+ "' does not name a kind of record: use 1 to 40 lower-case letters, digits and hyphens");
		}
	}

}
