package org.campanile.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Values of a source that bring their scope, {@code value@scope}. Only configured scopes
 * pass, so that a directory entry cannot speak for another organisation.
 *
 * @param scopes the scopes that pass, compared without case, in lower case
 */
public record PrescopedDefinition(String id, String source,
		Set<String> scopes) implements AttributeDefinition.OfOneSource {

	public PrescopedDefinition {
		scopes = scopes.stream().map(scope -> scope.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
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
			if (scopes.contains(scope.toLowerCase(Locale.ROOT))) {
				values.add(new AttributeValue.Scoped(text.substring(0, at), scope));
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
