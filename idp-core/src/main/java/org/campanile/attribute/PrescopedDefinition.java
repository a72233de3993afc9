package org.campanile.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Values of a source that bring their scope, {@code value@scope}. Only configured scopes
 * pass, so that a directory entry cannot speak for another organisation.
 *
 * @param scopes the scopes that pass, compared without case; values get this spelling,
 * which our metadata announces, because services compare with case
 */
public record PrescopedDefinition(String id, String source,
		Set<String> scopes) implements AttributeDefinition.OfOneSource {

	public PrescopedDefinition {
		scopes = Set.copyOf(scopes);
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		List<AttributeValue> values = new ArrayList<>();
		for (String text : input.texts(source)) {
			int at = text.indexOf('@');
			if (at <= 0 || at == text.length() - 1 || at != text.lastIndexOf('@')) {
				leftOut(input, "it is not of the form value@scope");
				continue;
			}
			String scope = text.substring(at + 1);
			Optional<String> ours = scopes.contains(scope) ? Optional.of(scope)
					: scopes.stream().filter(scope::equalsIgnoreCase).findFirst();
			if (ours.isPresent()) {
				values.add(new AttributeValue.Scoped(text.substring(0, at), ours.get()));
			}
			else if (!scopes.isEmpty()) {
				// Without any configured scope this would be reported for every user at
				// every login; it is reported once at the start.
				leftOut(input, "its scope is none of the configured " + scopes + "; see campanile.scopes");
			}
		}
		return values;
	}

}
