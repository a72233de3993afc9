package org.campanile.attribute;

import java.util.List;
import java.util.Optional;

/**
 * A definition that rewrites values of a source that match a pattern as a whole. Values
 * that do not match are silently omitted, as selecting values is a purpose of the
 * pattern.
 *
 * @param replacement the new value; {@code $1} stands for the first group, {@code $0} for
 * the whole value, {@code $$} for a dollar sign
 */
public record RegexDefinition(String id, String source, ValuePattern pattern,
		String replacement) implements AttributeDefinition.OfOneSource {

	/**
	 * @throws IllegalArgumentException if the replacement names a group that the pattern
	 * does not have
	 */
	public RegexDefinition {
		pattern.checkReplacement(replacement);
	}

	@Override
	public List<AttributeValue> resolve(DefinitionInput input) {
		return input.texts(source)
			.stream()
			.map(text -> pattern.rewrite(text, replacement))
			.flatMap(Optional::stream)
			.filter(text -> !text.isEmpty())
			.map(AttributeValue.Text::new)
			.map(AttributeValue.class::cast)
			.toList();
	}

}
