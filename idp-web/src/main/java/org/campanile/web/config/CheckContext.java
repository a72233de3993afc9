package org.campanile.web.config;

import java.util.Optional;
import java.util.Set;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

/**
 * What a group of settings may have to know of the others to check itself.
 *
 * @param home what relative paths are relative to
 * @param identityProvider who we are; empty if that is faulty itself
 * @param attributeIds the ids of all attributes there can be; empty if their group is
 * faulty itself, and then nothing can be said of names
 */
public record CheckContext(HomeFolder home, Optional<IdentityProvider> identityProvider,
		Optional<Set<String>> attributeIds) {
}
