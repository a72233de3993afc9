package org.campanile.attribute;

import java.util.List;

/**
 * The user's canonical name, which the directory entry gave at login.
 */
public record PrincipalDefinition(String id) implements AttributeDefinition {

	/** The id under which the canonical name is always resolved. */
	public static final String PRINCIPAL = "principal";

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		return List.of(new AttributeValue.Text(input.principal()));
	}

}
