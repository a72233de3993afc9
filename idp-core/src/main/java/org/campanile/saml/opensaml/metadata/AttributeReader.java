package org.campanile.saml.opensaml.metadata;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.opensaml.core.xml.XMLObject;
import org.opensaml.saml.ext.saml2mdattr.EntityAttributes;
import org.opensaml.saml.ext.saml2mdrpi.RegistrationInfo;
import org.opensaml.saml.saml2.core.Attribute;
import org.opensaml.saml.saml2.metadata.EntityDescriptor;
import org.opensaml.saml.saml2.metadata.Extensions;
import org.opensaml.saml.saml2.metadata.SPSSODescriptor;

import org.campanile.saml.relyingparty.AttributeConsumingService;
import org.campanile.saml.relyingparty.AttributeConsumingService.RequestedAttribute;

/**
 * Reads the attributes in a service's metadata: those that it requests, and its own
 * entity attributes with its registrar.
 */
final class AttributeReader {

	private AttributeReader() {
	}

	/** The requested attributes (SAML Metadata 2.4.4.1). */
	static List<AttributeConsumingService> consumingServices(SPSSODescriptor role) {
		return role.getAttributeConsumingServices()
			.stream()
			.map(service -> new AttributeConsumingService(service.getIndex(), Boolean.TRUE.equals(service.isDefault()),
					requested(service)))
			.toList();
	}

	private static List<RequestedAttribute> requested(
			org.opensaml.saml.saml2.metadata.AttributeConsumingService service) {
		return service.getRequestedAttributes()
			.stream()
			.filter(AttributeReader::hasName)
			.map(attribute -> new RequestedAttribute(attribute.getName().strip(), nameFormat(attribute),
					Boolean.TRUE.equals(attribute.isRequired()), values(attribute)))
			.toList();
	}

	/**
	 * The service's entity attributes (SAML V2.0 Metadata Extension for Entity Attributes
	 * 2.3). Assertions among them are ignored: their issuers cannot be verified here.
	 */
	static Map<String, Set<String>> entityAttributes(EntityDescriptor entity) {
		Map<String, Set<String>> attributes = new LinkedHashMap<>();
		@Nullable Extensions extensions = entity.getExtensions();
		if (extensions == null) {
			return attributes;
		}
		for (XMLObject extension : extensions.getUnknownXMLObjects(EntityAttributes.DEFAULT_ELEMENT_NAME)) {
			((EntityAttributes) extension).getAttributes()
				.stream()
				.filter(AttributeReader::hasName)
				.forEach(attribute -> attributes
					.computeIfAbsent(attribute.getName().strip(), name -> new LinkedHashSet<>())
					.addAll(values(attribute)));
		}
		attributes.replaceAll((name, values) -> Set.copyOf(values));
		return attributes;
	}

	/**
	 * The registrar that the entity itself states (MDRPI 1.0 2.1). One that is stated for
	 * a group of entities is not read.
	 */
	static Optional<String> registrar(EntityDescriptor entity) {
		@Nullable Extensions extensions = entity.getExtensions();
		return extensions == null ? Optional.empty()
				: extensions.getUnknownXMLObjects(RegistrationInfo.DEFAULT_ELEMENT_NAME)
					.stream()
					.flatMap(extension -> Stream.ofNullable(((RegistrationInfo) extension).getRegistrationAuthority()))
					.map(String::strip)
					.filter(registrar -> !registrar.isEmpty())
					.findFirst();
	}

	private static boolean hasName(Attribute attribute) {
		@Nullable String name = attribute.getName();
		return name != null && !name.isBlank();
	}

	private static String nameFormat(Attribute attribute) {
		@Nullable String format = attribute.getNameFormat();
		return format == null || format.isBlank() ? Attribute.UNSPECIFIED : format.strip();
	}

	private static List<String> values(Attribute attribute) {
		return attribute.getAttributeValues()
			.stream()
			.map(ServiceReader::text)
			.filter(value -> !value.isEmpty())
			.toList();
	}

}
