package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRule.Scope;
import org.campanile.access.Condition;
import org.campanile.access.RestrictedService.OwnRules;
import org.campanile.attribute.ValuePattern;
import org.campanile.web.cas.registry.CasServerService.ServiceNotes;
import org.campanile.web.cas.registry.JsonValue.JsonObject;
import org.campanile.web.config.ConfiguredNames;

/**
 * Translates the access strategy of an Apereo CAS server. There, a user is refused whose
 * attributes match the rejected ones, or do not match the required ones: every one that
 * is listed, or with {@code requireAllAttributes: false} one of them. An attribute
 * matches if some part of one of its values matches one of the expressions.
 */
final class CasServerAccess {

	static final String KEY = "accessStrategy";

	private static final String REQUIRED = "requiredAttributes";

	private static final String REJECTED = "rejectedAttributes";

	private final Set<String> attributeIds;

	private final ServiceNotes notes;

	CasServerAccess(Set<String> attributeIds, ServiceNotes notes) {
		this.attributeIds = attributeIds;
		this.notes = notes;
	}

	/**
	 * Returns the rules for users that the strategy states.
	 * @param id of the service
	 * @return null if nothing
	 */
	@Nullable OwnRules rules(String id, @Nullable JsonValue strategy) {
		String type = CasServerService.type(strategy);
		if (!type.isEmpty() && !type.equals("DefaultRegisteredServiceAccessStrategy")) {
			notes.fault(strategy, KEY, "a " + type + " cannot be translated, and everybody could use the service"
					+ CasServerService.INSTEAD + "write rules under access in it");
			return null;
		}
		Map<String, JsonValue> settings = JsonValue.members(strategy);
		settings.forEach(this::other);
		boolean all = !JsonValue.text(settings.get("requireAllAttributes")).equals("false");
		boolean anyCase = JsonValue.text(settings.get("caseInsensitive")).equals("true");
		List<Condition> rejected = conditions(REJECTED, settings.get(REJECTED), anyCase);
		List<Condition> required = conditions(REQUIRED, settings.get(REQUIRED), anyCase);
		if (rejected.isEmpty() && required.isEmpty()) {
			return null;
		}
		Decision.Deny denial = new Decision.Deny(id + ' ' + REQUIRED, null, null);
		List<AccessRule> rules = new ArrayList<>();
		if (!rejected.isEmpty()) {
			rules.addAll(rules(rejected, all, new Decision.Deny(id + ' ' + REJECTED, null, null)));
		}
		if (required.isEmpty()) {
			rules.add(rule(List.of(), new Decision.Permit(id + " not rejected")));
		}
		else {
			rules.addAll(rules(required, all, new Decision.Permit(denial.rule())));
		}
		return new OwnRules(rules, denial);
	}

	/** Returns one rule with all conditions, or one rule for each condition. */
	private static List<AccessRule> rules(List<Condition> conditions, boolean all, Decision decision) {
		return all ? List.of(rule(conditions, decision))
				: conditions.stream().map(each -> rule(List.of(each), decision)).toList();
	}

	private static AccessRule rule(List<Condition> conditions, Decision decision) {
		return new AccessRule(decision.rule(), Scope.EVERYTHING, conditions, decision);
	}

	private List<Condition> conditions(String key, @Nullable JsonValue given, boolean anyCase) {
		if (!(given instanceof JsonObject) && !JsonValue.isEmpty(given)) {
			notes.fault(given, KEY + "." + key,
					"is no object that lists values by attribute, so it cannot be translated");
		}
		List<Condition> conditions = new ArrayList<>();
		JsonValue.members(given)
			.forEach((attribute, values) -> condition(key, attribute, values, anyCase).ifPresent(conditions::add));
		return conditions;
	}

	/** Returns the condition; empty after a fault. */
	private Optional<Condition> condition(String key, String attribute, JsonValue values, boolean anyCase) {
		String name = KEY + "." + key + "." + attribute;
		if (!attributeIds.contains(attribute)) {
			String effect = key.equals(REQUIRED) ? ", so nobody has the value that is required"
					: ", so users whom it rejects could use the service";
			notes.fault(values, name,
					"there is no attribute '" + attribute + "'" + effect
							+ "; define it in campanile.attributes.definitions"
							+ ConfiguredNames.suggestion(attribute, attributeIds));
			return Optional.empty();
		}
		List<JsonValue> items = JsonValue.items(values);
		if (items.isEmpty() || items.stream().anyMatch(item -> JsonValue.text(item).isBlank())) {
			notes.fault(values, name,
					"has no value, or an empty one, which versions of the CAS server understand differently; "
							+ "write .+ for any value, or remove it");
			return Optional.empty();
		}
		try {
			List<ValuePattern> patterns = items.stream().map(item -> pattern(JsonValue.text(item), anyCase)).toList();
			return Optional.of(new Condition.HasValue(attribute, Set.of(), patterns));
		}
		catch (IllegalArgumentException ex) {
			notes.fault(values, name, ex.getMessage() + CasServerService.INSTEAD + "write rules under access in it");
			return Optional.empty();
		}
	}

	/**
	 * An expression that some part of a value matches.
	 * @throws IllegalArgumentException if it is none here
	 */
	private static ValuePattern pattern(String regex, boolean anyCase) {
		if (regex.contains("&&") || regex.matches("(?s).*\\[[^]]*\\[.*|groovy\\s*\\{.*")) {
			throw new IllegalArgumentException("'" + regex
					+ "' is a script, or has classes of characters within another or intersections (&&), which mean something else here");
		}
		// The pattern is also checked by itself, as the surrounding text could make it
		// valid.
		ValuePattern.of(regex);
		return ValuePattern.of("(?s:.*)(?" + (anyCase ? "i" : "") + ":" + regex + ")(?s:.*)");
	}

	private void other(String key, JsonValue value) {
		switch (key) {
			case "ssoEnabled" -> {
				if (JsonValue.text(value).equals("false")) {
					notes.fault(value, KEY + ".ssoEnabled",
							"cannot be translated, and a session of any age would do; let the service ask with renew=true, "
									+ "or describe it in a YAML file with a rule under access that steps up");
				}
			}
			case "activationCriteria" -> {
				if (!JsonValue.isEmpty(value)) {
					notes.fault(value, KEY + ".activationCriteria", "cannot be translated, and without it other users "
							+ "could use the service" + CasServerService.INSTEAD + "write rules under access in it");
				}
			}
			case "unauthorizedRedirectUrl" -> {
				if (!JsonValue.isEmpty(value)) {
					notes.warn(value, KEY + ".unauthorizedRedirectUrl",
							"is ignored: users whom a rule denies the service see a page that says so");
				}
			}
			case "enabled", "order", "requireAllAttributes", "caseInsensitive", REQUIRED, REJECTED -> {
			}
			default -> notes.unread(KEY, key, value, Set.of(REQUIRED, REJECTED, "requireAllAttributes"));
		}
	}

}
