package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.web.access.AccessRuleProperties;
import org.campanile.web.access.AccessRuleProperties.Common;
import org.campanile.web.access.AccessRuleProperties.Effect;
import org.campanile.web.config.Faults;

/** The access rules in a service's own YAML file. */
final class ServiceAccess {

	/**
	 * The keys that select the services or pages of a rule, with a test whether one is
	 * set.
	 */
	private static final Map<String, Predicate<AccessRuleProperties>> SCOPE = scope();

	private ServiceAccess() {
	}

	private static Map<String, Predicate<AccessRuleProperties>> scope() {
		Map<String, Predicate<AccessRuleProperties>> keys = new LinkedHashMap<>();
		keys.put("protocols", rule -> rule.protocols() != null);
		keys.put("services", rule -> rule.services() != null);
		keys.put("services-matching", rule -> rule.servicesMatching() != null);
		keys.put("categories", rule -> rule.categories() != null);
		keys.put("registrars", rule -> rule.registrars() != null);
		keys.put("hosts", rule -> rule.hosts() != null);
		keys.put("paths", rule -> rule.paths() != null);
		keys.put("paths-matching", rule -> rule.pathsMatching() != null);
		keys.put("methods", rule -> rule.methods() != null);
		keys.put("basic", AccessRuleProperties::basic);
		return keys;
	}

	/**
	 * The rules, as far as they can be read.
	 * @param id of the service
	 * @param faults receives what is wrong with them, each line beginning with the key
	 */
	static OwnRules rules(String id, List<AccessRuleProperties> given, Common common, Faults faults) {
		List<AccessRule> rules = new ArrayList<>();
		Set<String> names = new HashSet<>();
		for (int i = 0; i < given.size(); i++) {
			AccessRuleProperties rule = given.get(i);
			String key = "access[" + i + "]";
			String unnamed = id + " rule " + (i + 1);
			SCOPE.forEach((name, isSet) -> {
				if (isSet.test(rule)) {
					faults.add(key + "." + name + ": rules in the file of a service are for it alone, as a whole; "
							+ "remove this, or move the rule to campanile.access.rules in application.yaml");
				}
			});
			faults.value(() -> rule.rule(key, unnamed, common)).ifPresent(rules::add);
			rule.requireOwnName(key, unnamed, names, faults);
		}
		if (given.stream().noneMatch(rule -> rule.effect() == Effect.PERMIT)) {
			faults.add("access: no rule permits, so nobody could use the service; add one that does, such as "
					+ "'- effect: permit' for everybody else at the end, or remove this");
		}
		return new OwnRules(rules, new Decision.Deny(id + ' ' + AccessRules.NO_RULE,
				last(given, AccessRuleProperties::missing), last(given, AccessRuleProperties::contact)));
	}

	/** Returns the text of the last permitting rule for those whom it does not let in. */
	private static @Nullable String last(List<AccessRuleProperties> rules,
			Function<AccessRuleProperties, @Nullable String> text) {
		return rules.reversed()
			.stream()
			.filter(rule -> rule.effect() == Effect.PERMIT)
			.flatMap(rule -> Stream.ofNullable(text.apply(rule)))
			.findFirst()
			.orElse(null);
	}

}
