package org.campanile.web.config;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.durable.DurableSealing;
import org.campanile.durable.PersistentIdStore;
import org.campanile.durable.PersistentIds;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.PairwiseIds;
import org.campanile.saml.nameid.DefaultNameIdPolicy;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Name identifiers and what they are computed with, wired. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NameIdProperties.class)
class NameIdConfiguration {

	private static final String STORED = "campanile.name-id.persistent";

	@Bean
	IdentifierSalt identifierSalt(NameIdProperties properties, HomeFolder home, SecureRandom random)
			throws IOException {
		return properties.salt(home, random);
	}

	@Bean
	DefaultNameIdPolicy nameIdPolicy(NameIdProperties properties, IdentityProvider identityProvider,
			AttributeSettings attributes, SamlAttributeNames names, IdentifierSalt salt,
			Optional<PersistentIds> persistentIds) {
		return new DefaultNameIdPolicy(
				properties.settings(identityProvider, DefaultAttributeResolver.attributeIds(attributes, names)), salt,
				persistentIds);
	}

	/**
	 * Sealed with what identifiers are computed from: they would be lost with it anyway.
	 */
	@Bean
	DurableSealing durableSealing(IdentifierSalt salt, SecureRandom random) {
		return new DurableSealing(salt.bytes(), random);
	}

	@Bean
	@ConditionalOnProperty(name = STORED, havingValue = "stored")
	PersistentIds persistentIds(NameIdProperties properties, ObjectProvider<PersistentIdStore> stores,
			DurableSealing sealing, InstantSource clock, SecureRandom random) {
		PersistentIdStore store = stores.getIfAvailable();
		if (store == null) {
			throw new IllegalArgumentException(STORED + ": \"stored\", but the store of sessions keeps no identifiers; "
					+ "set " + StorageProperties.TYPE + ": jpa, or " + STORED + ": computed");
		}
		return new PersistentIds(store, sealing, properties.persistentSource(), clock, random);
	}

	@Bean
	PairwiseIds pairwiseIds(NameIdProperties properties, IdentityProvider identityProvider,
			AttributeSettings attributes, SamlAttributeNames names, IdentifierSalt salt) {
		return properties.pairwiseIds(identityProvider, DefaultAttributeResolver.attributeIds(attributes, names), salt);
	}

}
