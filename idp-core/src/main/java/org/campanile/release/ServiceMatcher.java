package org.campanile.release;

import java.util.Collections;
import java.util.List;
import java.util.Set;

import org.campanile.attribute.ValuePattern;
import org.campanile.service.Service;

/**
 * The services that a rule applies to: those that any part matches.
 *
 * @param every all of them
 * @param services by id, compared exactly
 * @param patterns by id, matched as a whole
 * @param categories by entity category (RFC 8409), of which one is enough
 * @param registrars by registrar (MDRPI 1.0 2.1), compared exactly
 */
public record ServiceMatcher(boolean every, Set<String> services, List<ValuePattern> patterns, Set<String> categories,
		Set<String> registrars) {

	public static final ServiceMatcher EVERY = new ServiceMatcher(true, Set.of(), List.of(), Set.of(), Set.of());

	public ServiceMatcher {
		services = Set.copyOf(services);
		patterns = List.copyOf(patterns);
		categories = Set.copyOf(categories);
		registrars = Set.copyOf(registrars);
	}

	/** The services of any of these entity categories. */
	public static ServiceMatcher ofCategories(Set<String> categories) {
		return new ServiceMatcher(false, Set.of(), List.of(), categories, Set.of());
	}

	/** Whether the matcher names no particular service. */
	public boolean isEveryService() {
		return every;
	}

	/** Whether the matcher matches no service. */
	public boolean isEmpty() {
		return !every && services.isEmpty() && patterns.isEmpty() && categories.isEmpty() && registrars.isEmpty();
	}

	/** Whether any part matches a service. */
	public boolean matches(Service service) {
		return every || services.contains(service.id()) || !Collections.disjoint(categories, service.entityCategories())
				|| service.registrar().filter(registrars::contains).isPresent()
				|| patterns.stream().anyMatch(pattern -> pattern.matches(service.id()));
	}

}
