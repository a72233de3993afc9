package org.campanile.saml.relyingparty;

import java.util.List;

/**
 * A set of attributes that a service asks for under one index (SAML Metadata 2.4.4.1).
 *
 * @param index the index an AuthnRequest refers to
 * @param isDefault whether metadata marks it as the default
 * @param requestedAttributes the attributes asked for
 */
public record AttributeConsumingService(int index, boolean isDefault, List<RequestedAttribute> requestedAttributes) {

	public AttributeConsumingService {
		requestedAttributes = List.copyOf(requestedAttributes);
	}

	/**
	 * An attribute that a service asks for in its metadata (SAML Metadata 2.4.4.2).
	 *
	 * @param name the SAML attribute name
	 * @param nameFormat the name format's URI, {@code …:unspecified} where metadata is
	 * silent
	 * @param required {@code isRequired}
	 * @param values the values it limits itself to; empty for any
	 */
	public record RequestedAttribute(String name, String nameFormat, boolean required, List<String> values) {

		public RequestedAttribute {
			values = List.copyOf(values);
		}

	}

}
