package org.campanile.release;

import java.util.List;

import org.campanile.attribute.AttributeValue;

/**
 * An attribute that a service receives; what it is called there is the protocol's matter.
 *
 * @param id the attribute's id here
 * @param values the permitted values, at least one
 */
public record ReleasedAttribute(String id, List<AttributeValue> values) {

	public ReleasedAttribute {
		values = List.copyOf(values);
	}

}
