package org.campanile.release;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.campanile.attribute.SamlAttributeName;
import org.campanile.relyingparty.AttributeConsumingService;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RequestedAttribute;

/**
 * What a service asks for in its metadata: the attributes of one
 * {@code AttributeConsumingService}, and the subject identifier its entity attribute
 * requires.
 */
public final class RequestedAttributes {

	private final List<RequestedAttribute> attributes;

	private final SubjectIdRequirement subjectId;

	private RequestedAttributes(List<RequestedAttribute> attributes, SubjectIdRequirement subjectId) {
		this.attributes = attributes;
		this.subjectId = subjectId;
	}

	/**
	 * What a service asks for.
	 * @param index the set its request names; one that metadata does not have asks for
	 * nothing. Without an index the set marked as the default, or the one of the lowest
	 * index
	 */
	public static RequestedAttributes of(RelyingParty service, OptionalInt index) {
		List<AttributeConsumingService> sets = service.attributeConsumingServices();
		Optional<AttributeConsumingService> set = index.isPresent()
				? sets.stream().filter(candidate -> candidate.index() == index.getAsInt()).findFirst()
				: sets.stream()
					.filter(AttributeConsumingService::isDefault)
					.findFirst()
					.or(() -> sets.stream().min(Comparator.comparingInt(AttributeConsumingService::index)));
		return new RequestedAttributes(set.map(AttributeConsumingService::requestedAttributes).orElse(List.of()),
				SubjectIdRequirement.of(service));
	}

	/** What it says of subject identifiers. */
	SubjectIdRequirement subjectId() {
		return subjectId;
	}

	boolean asksFor(SamlAttributeName name, String value, boolean onlyRequired) {
		return subjectId.asksFor(name) || attributes.stream()
			.anyMatch(requested -> (requested.required() || !onlyRequired) && named(requested, name)
					&& (requested.values().isEmpty() || requested.values().contains(value)));
	}

	/**
	 * Metadata that is silent about the format means the name, of whatever format; one
	 * that states a format means that one alone.
	 */
	private static boolean named(RequestedAttribute requested, SamlAttributeName name) {
		return requested.name().equals(name.name())
				&& (requested.nameFormat().isEmpty() || requested.nameFormat().equals(SamlAttributeName.UNSPECIFIED)
						|| requested.nameFormat().equals(name.nameFormat()));
	}

}
