package org.campanile.attribute;

import java.util.List;

/** The values that a definition may read while one user's attributes are resolved. */
public interface DefinitionInput {

	/** The user's canonical name. */
	String principal();

	/**
	 * The values of another definition of that name or, where there is none, of the
	 * source attribute, in the order of the source. Values that are not UTF-8 are left
	 * out.
	 */
	List<AttributeValue> values(String source);

	/** The values of the source attribute as bytes. */
	List<byte[]> bytes(String source);

	/** Reports why a value was left out. */
	default void leftOut(String reason) {
	}

	/** Returns the same as {@link #values}, each value as text. */
	default List<String> texts(String source) {
		return values(source).stream().map(AttributeValue::text).toList();
	}

}
