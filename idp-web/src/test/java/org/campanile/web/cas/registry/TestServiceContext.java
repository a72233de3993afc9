package org.campanile.web.cas.registry;

import java.util.List;
import java.util.Set;

import org.campanile.access.AccessRules;
import org.campanile.web.access.AccessProperties;

/** The context of service definitions in tests. */
final class TestServiceContext {

	private TestServiceContext() {
	}

	static ServiceContext of(Set<String> attributeIds) {
		return ServiceContext.of(attributeIds, new AccessProperties(AccessRules.Order.FIRST_MATCH, List.of(),
				"memberOf", "eduPersonAffiliation", "Europe/Berlin", List.of()));
	}

}
