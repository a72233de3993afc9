package org.campanile.attribute;

import java.util.List;

/** What one connector says of one person: source attribute name to its values. */
@FunctionalInterface
public interface SourceAttributes {

	/** Nothing. */
	SourceAttributes NONE = name -> List.of();

	/**
	 * The values of a source attribute as bytes; text is UTF-8. Nobody modifies the
	 * arrays.
	 * @return empty if there are none
	 */
	List<byte[]> bytes(String name);

}
