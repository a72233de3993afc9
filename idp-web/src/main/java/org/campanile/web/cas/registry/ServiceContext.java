package org.campanile.web.cas.registry;

import java.util.Optional;
import java.util.Set;

import org.campanile.web.access.AccessProperties;
import org.campanile.web.access.AccessRuleProperties;

/**
 * The settings to which files of services refer.
 *
 * @param attributeIds of the defined attributes
 * @param access what access rules have in common
 */
record ServiceContext(Set<String> attributeIds, AccessRuleProperties.Common access) {

	ServiceContext {
		attributeIds = Set.copyOf(attributeIds);
	}

	static ServiceContext of(Set<String> attributeIds, AccessProperties access) {
		return new ServiceContext(attributeIds, access.common(Optional.of(attributeIds)));
	}

}
