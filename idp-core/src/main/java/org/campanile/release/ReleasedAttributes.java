package org.campanile.release;

import java.util.List;

/**
 * The attributes that one service receives about one user.
 *
 * @param attributes the attributes, in order
 */
public record ReleasedAttributes(List<ReleasedAttribute> attributes) {

	public ReleasedAttributes {
		attributes = List.copyOf(attributes);
	}

}
