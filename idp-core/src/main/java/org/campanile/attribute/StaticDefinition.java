package org.campanile.attribute;

import java.util.List;

/**
 * A definition with the same values for all users.
 */
public record StaticDefinition(String id, List<AttributeValue> values) implements AttributeDefinition {

	public StaticDefinition {
		values = List.copyOf(values);
	}

	public static StaticDefinition ofTexts(String id, List<String> values) {
		return new StaticDefinition(id,
				values.stream().map(AttributeValue.Text::new).map(AttributeValue.class::cast).toList());
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		return values;
	}

}
