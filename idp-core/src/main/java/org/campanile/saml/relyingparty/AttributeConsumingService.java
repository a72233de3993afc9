package org.campanile.saml.relyingparty;

import java.util.List;

/**
 * A set of attributes that a service requests under one index (SAML Metadata 2.4.4.1).
 *
 * @param index the index an AuthnRequest refers to
 * @param isDefault whether metadata marks it as the default
 */
public record AttributeConsumingService(int index, boolean isDefault, List<RequestedAttribute> requestedAttributes) {

	public AttributeConsumingService {
		requestedAttributes = List.copyOf(requestedAttributes);
	}

	/**
	 * An attribute that a service requests in its metadata (SAML Metadata 2.4.4.2).
	 *
	 * @param name the SAML attribute name
	 * @param nameFormat the name format's URI, {@code …:unspecified} if absent
	 * @param required {@code isRequired}
	 * @param values the requested values; empty for any
	 */
	public record RequestedAttribute(String name, String nameFormat, boolean required, List<String> values) {

		public RequestedAttribute {
			values = List.copyOf(values);
		}

	}

}
