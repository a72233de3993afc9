package org.campanile.saml.relyingparty;

import java.util.List;

/**
 * An attribute that a service asks for in its metadata (SAML Metadata 2.4.4.2).
 *
 * @param name the SAML attribute name
 * @param nameFormat the name format's URI, {@code …:unspecified} where metadata is silent
 * @param required {@code isRequired}
 * @param values the values it limits itself to; empty for any
 */
public record RequestedAttribute(String name, String nameFormat, boolean required, List<String> values) {

	public RequestedAttribute {
		values = List.copyOf(values);
	}

}
