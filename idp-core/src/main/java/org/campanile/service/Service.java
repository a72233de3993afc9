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

	/** Returns the name of the service in its protocol, compared exactly. */
	String id();

	/** Returns the description of the service for users. */
	DisplayInfo display();

	/**
	 * Returns the entity attributes of the service (entity categories, subject-id
	 * requirement, …): name to values.
	 */
	default Map<String, Set<String>> entityAttributes() {
		return Map.of();
	}

	/** Returns one of the service's own URLs, shown if it has no name. */
	Optional<String> address();

	/**
	 * Whether the service is answered by redirects, which pages with a form then permit:
	 * Chromium checks a redirect that follows a form against the policy of the form's
	 * page.
	 */
	default boolean answeredByRedirect() {
		return false;
	}

	/**
	 * Whether access is decided for each page of the service when it is opened, and not
	 * at the sign-on.
	 */
	default boolean decidedByPage() {
		return false;
	}

	/**
	 * Whether sign-ons to the service are recorded in the session, for a logout to reach
	 * it.
	 */
	default boolean recorded() {
		return true;
	}

	/** Whether the local configuration enables the service. */
	default boolean enabled() {
		return true;
	}

	/**
	 * Returns ids of attributes that the service gets in addition to those granted by the
	 * release policy.
	 */
	default Set<String> released() {
		return Set.of();
	}

	/** Ids of attributes that it never gets. */
	default Set<String> withheld() {
		return Set.of();
	}

	/** Returns the entity categories with which the service is registered (RFC 8409). */
	default Set<String> entityCategories() {
		return entityAttributes().getOrDefault(ENTITY_CATEGORY, Set.of());
	}

	/** Returns the registrar that the service is registered with, a URI. */
	default Optional<String> registrar() {
		return Optional.empty();
	}

}
