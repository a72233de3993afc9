package org.campanile.release;

import java.util.List;

import org.campanile.attribute.AttributeValue;

/**
 * An attribute as one service receives it.
 *
 * @param id the attribute's id here
 * @param name the SAML name, such as {@code urn:oid:1.3.6.1.4.1.5923.1.1.1.6}
 * @param nameFormat the SAML name format's URI
 * @param friendlyName the friendly name; may be empty
 * @param values the permitted values, at least one
 */
public record ReleasedAttribute(String id, String name, String nameFormat, String friendlyName,
		List<AttributeValue> values) {

	public ReleasedAttribute {
		values = List.copyOf(values);
	}

}
