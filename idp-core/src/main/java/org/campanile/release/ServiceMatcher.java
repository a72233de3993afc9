package org.campanile.release;

import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.campanile.attribute.ValuePattern;
import org.campanile.relyingparty.Service;

/**
 * Which services a rule speaks of: those for which any part says so.
 *
 * @param every all of them
 * @param entityIds by entityID, compared exactly
 * @param patterns by entityID, matched as a whole
 * @param categories by entity category (RFC 8409), of which one is enough
 */
public record ServiceMatcher(boolean every, Set<String> entityIds, List<ValuePattern> patterns,
		Set<String> categories) {

	/** Every service. */
	public static final ServiceMatcher EVERY = new ServiceMatcher(true, Set.of(), List.of(), Set.of());

	public ServiceMatcher {
		entityIds = Set.copyOf(entityIds);
		patterns = List.copyOf(patterns);
		categories = Set.copyOf(categories);
	}

	/** The services of any of these entity categories. */
	public static ServiceMatcher ofCategories(Set<String> categories) {
		return new ServiceMatcher(false, Set.of(), List.of(), categories);
	}

	/** Whether it says nothing, and so matches no service. */
	public boolean isEmpty() {
		return !every && entityIds.isEmpty() && patterns.isEmpty() && categories.isEmpty();
	}

	boolean matches(Service service) {
		return every || entityIds.contains(service.id())
				|| !Collections.disjoint(categories, service.entityCategories())
				|| patterns.stream().anyMatch(pattern -> pattern.matches(service.id()));
	}

}
