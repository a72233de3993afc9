package org.campanile.protocol;

import java.util.Map;

/**
 * The identifier by which a service knows a sign-on, and by which a logout refers to it:
 * a name identifier, a ticket, a subject.
 *
 * @param value compared exactly; sessions are found by it
 * @param kind its kind, in the terms of the protocol
 * @param qualifiers its further parts, by short names defined by the protocol
 */
public record Handle(String value, String kind, Map<String, String> qualifiers) {

	public Handle {
		qualifiers = Map.copyOf(qualifiers);
	}

	/** Creates a handle without qualifiers. */
	public Handle(String value, String kind) {
		this(value, kind, Map.of());
	}

}
