package org.campanile.web.config;

import java.util.Set;

import org.campanile.IdentityProvider;

/** The group of settings that says which attributes there can be. */
public interface AttributeIds {

	/**
	 * The ids that other settings may name.
	 * @throws IllegalArgumentException for a fault of its own
	 */
	Set<String> attributeIds(IdentityProvider identityProvider);

}
