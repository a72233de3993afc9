package org.campanile.web.saml;

import java.util.HashMap;
import java.util.Map;

import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.web.attribute.AttributesProperties;

/** What attributes are called in assertions, as configured. */
final class SamlNames {

	private SamlNames() {
	}

	static SamlAttributeNames of(AttributesProperties attributes) {
		Map<String, SamlAttributeName> configured = new HashMap<>();
		attributes.names().forEach((id, name) -> configured.put(id, samlName(id, name)));
		return new SamlAttributeNames(configured);
	}

	private static SamlAttributeName samlName(String id, AttributesProperties.Name name) {
		String format = name.format(id);
		String uri = switch (format) {
			case "uri" -> SamlAttributeName.URI;
			case "basic" -> SamlAttributeName.BASIC;
			case "unspecified" -> SamlAttributeName.UNSPECIFIED;
			default -> format;
		};
		return new SamlAttributeName(name.name(), uri, name.friendlyName() != null ? name.friendlyName() : id);
	}

}
