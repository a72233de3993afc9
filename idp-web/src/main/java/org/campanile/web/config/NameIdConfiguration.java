package org.campanile.web.config;

import java.io.IOException;
import java.security.SecureRandom;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.release.DefaultNameIdPolicy;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.PairwiseIds;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Name identifiers and what they are computed with, wired. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NameIdProperties.class)
class NameIdConfiguration {

	@Bean
	IdentifierSalt identifierSalt(NameIdProperties properties, HomeFolder home, SecureRandom random)
			throws IOException {
		return properties.salt(home, random);
	}

	@Bean
	DefaultNameIdPolicy nameIdPolicy(NameIdProperties properties, IdentityProvider identityProvider,
			AttributeSettings attributes, SamlAttributeNames names, IdentifierSalt salt) {
		return new DefaultNameIdPolicy(
				properties.settings(identityProvider, DefaultAttributeResolver.attributeIds(attributes, names)), salt);
	}

	@Bean
	PairwiseIds pairwiseIds(NameIdProperties properties, IdentityProvider identityProvider,
			AttributeSettings attributes, SamlAttributeNames names, IdentifierSalt salt) {
		return properties.pairwiseIds(identityProvider, DefaultAttributeResolver.attributeIds(attributes, names), salt);
	}

}
