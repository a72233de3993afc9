package org.campanile.attribute;

import java.util.List;

/**
 * A source attribute that is no text, such as {@code objectGUID}; carried as base64.
 *
 * @param source the source attribute, with or without the option {@code ;binary}
 */
public record BinaryDefinition(String id, String source) implements AttributeDefinition.OfOneSource {

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		return input.bytes(source)
			.stream()
			.filter(bytes -> bytes.length > 0)
			.map(AttributeValue.Binary::new)
			.map(AttributeValue.class::cast)
			.toList();
	}

}
