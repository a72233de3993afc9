package org.campanile.access;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.service.Service;
import org.jspecify.annotations.Nullable;

/** A service that may have access rules of its own. */
public interface RestrictedService extends Service {

	/**
	 * Returns the service's own rules; null if it has none and the rules for all services
	 * decide.
	 */
	@Nullable OwnRules ownRules();

	/**
	 * The rules of one service. They take the place of those for all services.
	 *
	 * @param rules in their order: the first that applies decides
	 * @param otherwise the decision if none applies
	 */
	record OwnRules(List<AccessRule> rules, Decision.Deny otherwise) {

		public OwnRules {
			rules = List.copyOf(rules);
		}

		/** The {@linkplain AccessRule#deciding() deciding} attributes of all rules. */
		public Set<String> deciding() {
			return rules.stream().flatMap(rule -> rule.deciding().stream()).collect(Collectors.toUnmodifiableSet());
		}

	}

}
