package org.campanile.testkit.serviceprovider;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An attribute of an assertion (SAML Core 2.7.3.1).
 *
 * @param name its name, mostly a {@code urn:oid:} URI
 * @param nameFormat the URI of the name's format; null if it states none
 * @param friendlyName its friendly name; null if it has none
 * @param values its values as text, unchanged
 */
public record DecodedAttribute(String name, @Nullable String nameFormat, @Nullable String friendlyName,
		List<String> values) {

	public DecodedAttribute {
		values = List.copyOf(values);
	}

}
