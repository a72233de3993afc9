package org.campanile.web.cas.registry;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.release.PairwiseIds;
import org.campanile.web.cas.registry.CasServerService.ServiceNotes;
import org.campanile.web.config.ConfiguredNames;

/** Translates how an Apereo CAS server names users to a service. */
final class CasServerUsername {

	static final String KEY = "usernameAttributeProvider";

	private static final Set<String> READ = Set.of("usernameAttribute", "canonicalizationMode", "scope",
			"removePattern", "encryptUsername");

	private final Set<String> attributeIds;

	private final ServiceNotes notes;

	CasServerUsername(Set<String> attributeIds, ServiceNotes notes) {
		this.attributeIds = attributeIds;
		this.notes = notes;
	}

	/**
	 * Returns the attribute whose first value is the name; null for the canonical name.
	 */
	@Nullable String attribute(@Nullable JsonValue provider) {
		Map<String, JsonValue> settings = JsonValue.members(provider);
		settings.forEach((key, value) -> notes.unread(KEY, key, value, READ));
		String mode = JsonValue.text(settings.get("canonicalizationMode"));
		if (!mode.isEmpty() && !mode.equalsIgnoreCase("NONE")) {
			notes.warn(provider, KEY + ".canonicalizationMode", "is ignored: the name is sent as it is");
		}
		Stream.of("scope", "removePattern")
			.filter(key -> !JsonValue.isEmpty(settings.get(key)))
			.forEach(key -> notes
				.fault(settings.get(key), KEY + "." + key, "cannot be translated, and users would have other "
						+ "names at the service; define an attribute of that form, and name it as the username attribute"));
		if (!JsonValue.isEmpty(settings.get("encryptUsername"))) {
			notes.fault(settings.get("encryptUsername"), KEY + ".encryptUsername",
					"cannot be translated, and the name would be sent unencrypted; remove it if that is acceptable");
		}
		switch (CasServerService.type(provider)) {
			case "", "DefaultRegisteredServiceUsernameProvider" -> {
				return null;
			}
			case "PrincipalAttributeRegisteredServiceUsernameProvider" -> {
				JsonValue given = settings.get("usernameAttribute");
				String id = JsonValue.text(given);
				if (id.equals(PairwiseIds.ID)) {
					notes.fault(given, KEY + ".usernameAttribute", ServiceProperties.NO_USERNAME);
				}
				else if (!attributeIds.contains(id)) {
					notes.fault(given == null ? provider : given, KEY + ".usernameAttribute", "there is no attribute '"
							+ id + "', and users would have no name at the service; define it in "
							+ "campanile.attributes.definitions" + ConfiguredNames.suggestion(id, attributeIds));
				}
				return id;
			}
			default -> {
			}
		}
		notes.fault(provider, KEY,
				"a " + CasServerService.type(provider)
						+ " cannot be translated, and the service would learn users' own "
						+ "names; name an attribute by a PrincipalAttributeRegisteredServiceUsernameProvider");
		return null;
	}

}
