package org.campanile.release;

import java.util.List;

import org.campanile.attribute.AttributeValue;

/**
 * An attribute that a service receives; the protocol decides what it is called there.
 *
 * @param id the attribute's id here
 * @param values the permitted values, at least one
 */
public record ReleasedAttribute(String id, List<AttributeValue> values) {

	public ReleasedAttribute {
		values = List.copyOf(values);
	}

}
