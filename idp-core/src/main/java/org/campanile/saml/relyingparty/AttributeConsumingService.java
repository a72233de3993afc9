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

}
