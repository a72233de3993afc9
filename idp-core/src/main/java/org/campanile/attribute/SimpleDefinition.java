package org.campanile.attribute;

import java.util.List;

/**
 * A copy of a source attribute or of another attribute.
 *
 * @param source the source that is copied
 */
public record SimpleDefinition(String id, String source) implements AttributeDefinition.OfOneSource {

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		return input.values(source);
	}

}
