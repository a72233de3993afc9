package org.campanile.saml.metadata;

import java.util.List;

/**
 * What one pass over a file found.
 *
 * @param services the entities with a service provider role of SAML 2.0, in file order
 * @param problems entities dropped, and why
 * @param others how many entities have no such role
 */
record MetadataIndex(List<IndexedEntity> services, List<MetadataProblem> problems, int others) {
}
