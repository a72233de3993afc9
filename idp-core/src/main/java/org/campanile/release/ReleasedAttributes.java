package org.campanile.release;

import java.util.List;

/**
 * What one service gets to know of one user.
 *
 * @param attributes the attributes, in order
 */
public record ReleasedAttributes(List<ReleasedAttribute> attributes) {

	public ReleasedAttributes {
		attributes = List.copyOf(attributes);
	}

}
