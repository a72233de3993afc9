package org.campanile.web.attribute;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Set;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.PersistentIds;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.PairwiseIds;
import org.campanile.seal.RecordSealing;
import org.campanile.web.store.StorageProperties;

/** Configures persistent identifiers, and the secrets they are computed with. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IdentifierProperties.class)
public class IdentifierConfiguration {

	private static final String STORED = "campanile.name-id.persistent";

	@Bean
	IdentifierSalt identifierSalt(IdentifierProperties properties, HomeFolder home, SecureRandom random)
			throws IOException {
		return properties.salt(home, random);
	}

	/**
	 * Creates the sealing of permanent data with the secret from which identifiers are
	 * computed: they would be lost with it anyway.
	 */
	@Bean
	RecordSealing durableSealing(IdentifierSalt salt, SecureRandom random) {
		return new RecordSealing(salt.bytes(), random);
	}

	@Bean
	@ConditionalOnProperty(name = STORED, havingValue = "stored")
	PersistentIds persistentIds(IdentifierProperties properties, ObjectProvider<PersistentIdStore> stores,
			RecordSealing sealing, InstantSource clock, SecureRandom random) {
		PersistentIdStore store = stores.getIfAvailable();
		if (store == null) {
			throw new IllegalArgumentException(STORED + ": \"stored\", but the store of sessions keeps no identifiers; "
					+ "set " + StorageProperties.DURABLE_TYPE + ": jpa, or " + STORED + ": computed");
		}
		return new PersistentIds(store, sealing, properties.persistentSource(), clock, random);
	}

	@Bean
	DecidingAttributes identifierAttributes(IdentifierProperties properties, AttributeSettings settings) {
		Set<String> ids = properties.identifying(settings);
		return DecidingAttributes.ofIdentifiers(() -> ids);
	}

	@Bean
	PairwiseIds pairwiseIds(IdentifierProperties properties, IdentityProvider identityProvider,
			AttributeSettings settings, AttributesProperties attributes, IdentifierSalt salt) {
		return properties.pairwiseIds(identityProvider, attributes.attributeIds(settings), salt);
	}

}
