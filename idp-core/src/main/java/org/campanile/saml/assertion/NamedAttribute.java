package org.campanile.saml.assertion;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.campanile.attribute.AttributeValue;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;

/**
 * An attribute as written in an assertion (SAML Core 2.7.3.1).
 *
 * @param values its values, at least one
 */
public record NamedAttribute(SamlAttributeName name, List<AttributeValue> values) {

	private static final Set<String> SUBJECT_IDS = Set.of(SamlAttributeName.SUBJECT_ID, SamlAttributeName.PAIRWISE_ID);

	public NamedAttribute {
		values = List.copyOf(values);
	}

	/**
	 * The released attributes with their SAML names. Those of one name are merged, as
	 * some service providers refuse an assertion that has it twice.
	 */
	public static List<NamedAttribute> of(ReleasedAttributes released, SamlAttributeNames names) {
		Map<List<String>, NamedAttribute> named = new LinkedHashMap<>();
		released.attributes().forEach(attribute -> {
			SamlAttributeName name = names.nameOf(attribute.id());
			named.merge(List.of(name.name(), name.nameFormat()), new NamedAttribute(name, attribute.values()),
					NamedAttribute::merged);
		});
		return List.copyOf(named.values());
	}

	/**
	 * A subject identifier has a single value (Subject Identifier Attributes 3.3.1 and
	 * 3.4.1). A configured one comes after the built-in {@code samlSubjectID} or the
	 * computed {@code pairwise-id}, and is used.
	 */
	private NamedAttribute merged(NamedAttribute later) {
		if (SUBJECT_IDS.contains(name.name())) {
			return later;
		}
		Set<String> texts = new HashSet<>();
		return new NamedAttribute(name,
				Stream.concat(values.stream(), later.values.stream())
					.filter(value -> texts.add(value.text()))
					.toList());
	}

}
