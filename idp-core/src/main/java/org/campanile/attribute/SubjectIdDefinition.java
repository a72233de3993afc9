package org.campanile.attribute;

import java.util.List;
import java.util.Locale;

/**
 * The general purpose subject identifier (SAML V2.0 Subject Identifier Attributes Profile
 * 1.0, 3.3): one value, {@code uniqueID@scope}, the same for every service.
 *
 * @param source the source of the unique part; its values must never be given to another
 * user
 */
public record SubjectIdDefinition(String id, String source, String scope) implements AttributeDefinition.OfOneSource {

	private static final ValuePattern UNIQUE_ID = ValuePattern.of("[A-Za-z0-9][A-Za-z0-9=-]{0,126}");

	private static final ValuePattern SCOPE = ValuePattern.of("[A-Za-z0-9][A-Za-z0-9.-]{0,126}");

	/**
	 * @throws IllegalArgumentException if the scope does not follow the profile's syntax
	 */
	public SubjectIdDefinition {
		if (!isScope(scope)) {
			throw new IllegalArgumentException("'" + scope
					+ "' is no scope of a subject identifier: 1 to 127 letters, digits, dots and hyphens, a letter or digit first");
		}
	}

	/** Whether a scope follows the profile's syntax. */
	public static boolean isScope(String scope) {
		return SCOPE.matches(scope);
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		List<String> texts = input.texts(source);
		if (texts.size() > 1) {
			leftOut(input, "its source " + source + " has several values, and an identifier has one");
			return List.of();
		}
		if (texts.isEmpty()) {
			return List.of();
		}
		String uniqueId = withoutScope(texts.get(0));
		if (!UNIQUE_ID.matches(uniqueId)) {
			leftOut(input,
					"its source " + source + " is none of 1 to 127 letters, digits, = and -, a letter or digit first");
			return List.of();
		}
		return List.of(new AttributeValue.Scoped(uniqueId, scope));
	}

	/**
	 * Removes our scope, which sources such as {@code eduPersonUniqueId} already carry.
	 */
	private String withoutScope(String text) {
		String suffix = "@" + scope.toLowerCase(Locale.ROOT);
		return text.toLowerCase(Locale.ROOT).endsWith(suffix) ? text.substring(0, text.length() - suffix.length())
				: text;
	}

}
