package org.campanile.web.saml;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.identifier.PersistentIds;
import org.campanile.release.IdentifierSalt;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.IdentifierProperties;

/** Configures name identifiers and the SAML names of attributes. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NameIdProperties.class)
public class NameIdConfiguration {

	@Bean
	SamlAttributeNames samlAttributeNames(AttributesProperties properties) {
		return SamlNames.of(properties);
	}

	@Bean
	NameIdPolicy nameIdPolicy(NameIdProperties properties, IdentifierProperties identifiers,
			IdentityProvider identityProvider, AttributeSettings settings, AttributesProperties attributes,
			IdentifierSalt salt, Optional<PersistentIds> persistentIds) {
		return new NameIdPolicy(properties.settings(identityProvider, identifiers, attributes.attributeIds(settings)),
				salt, persistentIds);
	}

	@Bean
	DecidingAttributes nameIdAttributes(NameIdProperties properties) {
		return DecidingAttributes.ofIdentifiers(properties::nameIdSources);
	}

	/** The configured names of attributes in assertions. */
	static final class SamlNames {

		private SamlNames() {
		}

		static SamlAttributeNames of(AttributesProperties attributes) {
			Map<String, SamlAttributeName> configured = new HashMap<>();
			attributes.names().forEach((id, name) -> configured.put(id, samlName(id, name)));
			return new SamlAttributeNames(configured);
		}

		private static SamlAttributeName samlName(String id, AttributesProperties.Name name) {
			String format = name.format(id);
			String uri = switch (format) {
				case "uri" -> SamlAttributeName.URI;
				case "basic" -> SamlAttributeName.BASIC;
				case "unspecified" -> SamlAttributeName.UNSPECIFIED;
				default -> format;
			};
			return new SamlAttributeName(name.name(), uri, name.friendlyName() != null ? name.friendlyName() : id);
		}

	}

}
