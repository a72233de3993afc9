package org.campanile.web.cas.registry;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.cas.CasResponses;
import org.campanile.web.cas.registry.CasServerService.ServiceNotes;
import org.campanile.web.config.ConfiguredNames;

/** Translates the attribute release policies of an Apereo CAS server. */
final class CasServerRelease {

	static final String KEY = "attributeReleasePolicy";

	/** The keys that are translated, or that change nothing here. */
	private static final Set<String> READ = Set.of("allowedAttributes", "policies", "order", "name", "mergingPolicy");

	private final Set<String> attributeIds;

	private final ServiceNotes notes;

	CasServerRelease(Set<String> attributeIds, ServiceNotes notes) {
		this.attributeIds = attributeIds;
		this.notes = notes;
	}

	/**
	 * The attributes that a policy releases.
	 *
	 * @param names by id, where they differ
	 */
	record Released(Set<String> attributes, Set<String> withheld, Map<String, String> names) {

		private static final Released NOTHING = new Released(Set.of(), Set.of(), Map.of());

	}

	Released released(@Nullable JsonValue policy) {
		String type = CasServerService.type(policy);
		Map<String, JsonValue> settings = JsonValue.members(policy);
		settings.forEach((key, value) -> other(key, value, type));
		JsonValue allowed = settings.get("allowedAttributes");
		return switch (type) {
			case "", "ReturnAllowedAttributeReleasePolicy" ->
				new Released(known(JsonValue.items(allowed)), Set.of(), Map.of());
			case "ReturnMappedAttributeReleasePolicy" -> mapped(JsonValue.members(allowed));
			case "DenyAllAttributeReleasePolicy" -> new Released(Set.of(), attributeIds, Map.of());
			case "ReturnAllAttributeReleasePolicy" -> {
				notes.warn(policy, KEY, "releases every attribute that is defined here (" + attributeIds.size()
						+ "); name those that the service needs in a ReturnAllowedAttributeReleasePolicy");
				Set<String> excluded = known(JsonValue.items(settings.get("excludedAttributes")));
				Set<String> all = new HashSet<>(attributeIds);
				all.removeAll(excluded);
				yield new Released(all, excluded, Map.of());
			}
			case "ChainingAttributeReleasePolicy" -> chained(JsonValue.items(settings.get("policies")));
			default -> {
				notes.warn(policy, KEY, "a " + type
						+ " cannot be translated, so nothing is released by it; write a rule in campanile.release.rules");
				yield Released.NOTHING;
			}
		};
	}

	/** Notes what a policy has besides its attributes, such as a filter. */
	private void other(String key, JsonValue value, String type) {
		switch (key) {
			case "authorizedToReleaseAuthenticationAttributes" -> {
				if (JsonValue.text(value).equals("false")) {
					notes.warn(value, KEY + "." + key,
							"is ignored: every service receives authenticationDate, authnContextClass and the like");
				}
			}
			case "principalAttributesRepository" -> {
				String repository = CasServerService.type(value);
				if (!JsonValue.isEmpty(value)
						|| !repository.isEmpty() && !repository.equals("DefaultPrincipalAttributesRepository")) {
					notes.warn(value, KEY + "." + key,
							"is ignored: attributes are those of campanile.attributes for every service");
				}
			}
			default -> {
				if (!JsonValue.isEmpty(value)) {
					setting(key, value, type);
				}
			}
		}
	}

	private void setting(String key, JsonValue value, String type) {
		switch (key) {
			case "attributeFilter" -> notes.fault(value, KEY + ".attributeFilter",
					"cannot be translated, and without it values would be released that the CAS server " + "withholds"
							+ CasServerService.INSTEAD
							+ "write a rule with values-matching in campanile.release.rules");
			case "activationCriteria", "consentPolicy" -> {
				if (!CasServerService.type(value).equals("DefaultRegisteredServiceConsentPolicy")
						|| CasServerService.restricts(value)
								&& !JsonValue.text(JsonValue.members(value).get("status")).equals("FALSE")) {
					notes.fault(value, KEY + "." + key, "cannot be translated, and without it attributes would be "
							+ "released that the CAS server withholds; remove it, or release them by rules");
				}
			}
			case "excludeDefaultAttributes" -> {
				if (!type.equals("DenyAllAttributeReleasePolicy")) {
					notes.fault(value, KEY + "." + key,
							"cannot be translated, and without it rules for all services would hold"
									+ CasServerService.INSTEAD + "name the attributes in withhold");
				}
			}
			case "authorizedToReleaseCredentialPassword", "authorizedToReleaseProxyGrantingTicket",
					"principalIdAttribute" ->
				notes.warn(value, KEY + "." + key, "is ignored: that is not released here");
			case "excludedAttributes" -> {
				if (!type.equals("ReturnAllAttributeReleasePolicy")) {
					notes.warn(value, KEY + "." + key, "is ignored");
				}
			}
			case "canonicalizationMode" -> {
				if (!JsonValue.text(value).equalsIgnoreCase("NONE")) {
					notes.warn(value, KEY + "." + key, "is ignored: values are sent as they are");
				}
			}
			default -> notes.unread(KEY, key, value, READ);
		}
	}

	private Released mapped(Map<String, JsonValue> allowed) {
		Map<String, String> names = new LinkedHashMap<>();
		Set<String> ids = new HashSet<>();
		allowed.forEach((id, value) -> {
			List<JsonValue> given = JsonValue.items(value);
			if (given.size() != 1 || !CasResponses.isAttributeName(JsonValue.text(given.getFirst()))) {
				notes.warn(value, KEY + ".allowedAttributes." + id,
						"is not one plain name, so the attribute is not released");
			}
			else if (isKnown(value, id)) {
				ids.add(id);
				String name = JsonValue.text(given.getFirst());
				if (!name.equals(id)) {
					names.put(id, name);
				}
			}
		});
		return new Released(ids, Set.of(), names);
	}

	/** Merges chained policies like a CAS server. */
	private Released chained(List<JsonValue> policies) {
		Set<String> attributes = new HashSet<>();
		Map<String, String> names = new LinkedHashMap<>();
		for (JsonValue policy : policies) {
			Released released = released(policy);
			attributes.addAll(released.attributes());
			names.putAll(released.names());
		}
		return new Released(attributes, Set.of(), names);
	}

	private Set<String> known(List<JsonValue> ids) {
		Set<String> known = new HashSet<>();
		ids.stream()
			.filter(value -> isKnown(value, JsonValue.text(value)))
			.forEach(value -> known.add(JsonValue.text(value)));
		return known;
	}

	private boolean isKnown(JsonValue at, String id) {
		if (attributeIds.contains(id)) {
			return true;
		}
		notes.warn(at, KEY + ".allowedAttributes",
				"there is no attribute '" + id
						+ "', so it is not released; define it in campanile.attributes.definitions"
						+ ConfiguredNames.suggestion(id, attributeIds));
		return false;
	}

}
