package org.campanile.protocol;

import java.util.Map;

/**
 * What a service knows a sign-on by, so that a logout can name it: a name identifier, a
 * ticket, a subject.
 *
 * @param value compared exactly; sessions are found by it
 * @param kind what sort of handle it is, in the protocol's own terms
 * @param qualifiers whatever else belongs to it, by short names of the protocol's own
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
