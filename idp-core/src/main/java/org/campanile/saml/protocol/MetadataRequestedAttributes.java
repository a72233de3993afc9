package org.campanile.saml.protocol;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.campanile.release.RequestedAttributes;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.relyingparty.AttributeConsumingService;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * The attributes that a service requests in its metadata: those of one {@code
 * AttributeConsumingService} (SAML Metadata 2.4.4.1), and the subject identifier that its
 * entity attribute requires. Immutable.
 */
public final class MetadataRequestedAttributes implements RequestedAttributes {

	private final List<RequestedAttribute> attributes;

	private final SubjectIdRequirement subjectId;

	private final SamlAttributeNames names;

	private MetadataRequestedAttributes(List<RequestedAttribute> attributes, SubjectIdRequirement subjectId,
			SamlAttributeNames names) {
		this.attributes = attributes;
		this.subjectId = subjectId;
		this.names = names;
	}

	/**
	 * The requested attributes of a service.
	 * @param index the index in its request; an unknown one requests nothing. Without an
	 * index, the set marked as the default is used, otherwise the one with the lowest
	 * index
	 */
	public static RequestedAttributes of(RelyingParty service, OptionalInt index, SamlAttributeNames names) {
		List<AttributeConsumingService> sets = service.attributeConsumingServices();
		Optional<AttributeConsumingService> set = index.isPresent()
				? sets.stream().filter(candidate -> candidate.index() == index.getAsInt()).findFirst()
				: sets.stream()
					.filter(AttributeConsumingService::isDefault)
					.findFirst()
					.or(() -> sets.stream().min(Comparator.comparingInt(AttributeConsumingService::index)));
		return new MetadataRequestedAttributes(
				set.map(AttributeConsumingService::requestedAttributes).orElse(List.of()),
				SubjectIdRequirement.of(service), names);
	}

	@Override
	public boolean asksFor(String id, String value, boolean onlyRequired) {
		SamlAttributeName name = names.nameOf(id);
		return subjectId.asksFor(name) || attributes.stream()
			.anyMatch(requested -> (requested.required() || !onlyRequired) && named(requested, name)
					&& (requested.values().isEmpty() || requested.values().contains(value)));
	}

	@Override
	public boolean allows(String id, boolean pairwiseReleased) {
		return subjectId.allows(names.nameOf(id), pairwiseReleased);
	}

	/**
	 * Whether the service requests that name. If metadata does not state the format, only
	 * the name is compared, otherwise both.
	 */
	private static boolean named(RequestedAttribute requested, SamlAttributeName name) {
		return requested.name().equals(name.name())
				&& (requested.nameFormat().isEmpty() || requested.nameFormat().equals(SamlAttributeName.UNSPECIFIED)
						|| requested.nameFormat().equals(name.nameFormat()));
	}

}
