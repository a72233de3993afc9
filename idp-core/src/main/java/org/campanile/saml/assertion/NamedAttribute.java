package org.campanile.saml.assertion;

import java.util.List;

import org.campanile.attribute.AttributeValue;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;

/**
 * An attribute as written in an assertion (SAML Core 2.7.3.1).
 *
 * @param name its name
 * @param values its values, at least one
 */
public record NamedAttribute(SamlAttributeName name, List<AttributeValue> values) {

	public NamedAttribute {
		values = List.copyOf(values);
	}

	/** The released attributes with their SAML names. */
	public static List<NamedAttribute> of(ReleasedAttributes released, SamlAttributeNames names) {
		return released.attributes()
			.stream()
			.map(attribute -> new NamedAttribute(names.nameOf(attribute.id()), attribute.values()))
			.toList();
	}

}
