package org.campanile.protocol;

import java.util.Map;

/**
 * The name by which a service knows a sign-on and a logout can refer to it: a name
 * identifier, a ticket, a subject.
 *
 * @param value compared exactly; sessions are found by it
 * @param kind its kind, in the protocol's own terms
 * @param qualifiers its further parts, by short names of the protocol's own
 */
public record Handle(String value, String kind, Map<String, String> qualifiers) {

	public Handle {
		qualifiers = Map.copyOf(qualifiers);
	}

	/** One without qualifiers. */
	public Handle(String value, String kind) {
		this(value, kind, Map.of());
	}

}
