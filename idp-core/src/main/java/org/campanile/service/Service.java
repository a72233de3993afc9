package org.campanile.service;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.protocol.ProtocolId;

/**
 * A service, independent of its protocol, which has its own implementation. Immutable.
 */
public interface Service {

	/** The entity attribute that lists entity categories (RFC 8409). */
	String ENTITY_CATEGORY = "http://macedir.org/entity-category";

	ProtocolId protocol();

	/** Its name in its protocol, compared exactly. */
	String id();

	/** How it presents itself to users. */
	DisplayInfo display();

	/**
	 * Its entity attributes (entity categories, subject-id requirement, …): name to
	 * values.
	 */
	Map<String, Set<String>> entityAttributes();

	/** One of its own addresses, for services that give no better one. */
	Optional<String> address();

	/** Whether the local configuration lets it be served at all. */
	boolean enabled();

	/** Ids of attributes that it gets besides what the release policy grants. */
	Set<String> released();

	/** Ids of attributes that it never gets. */
	Set<String> withheld();

	/** The entity categories that it is registered with (RFC 8409). */
	default Set<String> entityCategories() {
		return entityAttributes().getOrDefault(ENTITY_CATEGORY, Set.of());
	}

}
