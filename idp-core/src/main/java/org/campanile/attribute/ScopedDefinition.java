package org.campanile.attribute;

import java.util.ArrayList;
import java.util.List;

/**
 * A definition that appends one scope to the values of a source, such as
 * {@code eduPersonScopedAffiliation} made from {@code eduPersonAffiliation}.
 *
 * @param source the source of the part before the {@code @}
 * @param scope the part after it
 */
public record ScopedDefinition(String id, String source, String scope) implements AttributeDefinition.OfOneSource {

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		List<AttributeValue> values = new ArrayList<>();
		for (String text : input.texts(source)) {
			// Some services read up to the first @, some up to the last: a second one
			// would let a directory value choose its scope.
			if (text.indexOf('@') >= 0) {
				leftOut(input, "it already contains an @; use type prescoped for values that bring their scope");
			}
			else {
				values.add(new AttributeValue.Scoped(text, scope));
			}
		}
		return values;
	}

}
