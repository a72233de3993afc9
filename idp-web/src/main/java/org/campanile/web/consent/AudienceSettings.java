package org.campanile.web.consent;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.campanile.consent.Audience;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.campanile.web.attribute.ReleaseRuleProperties;
import org.campanile.web.config.Faults;

/**
 * The configured audience of a rule. Without services, all; {@code *} says so as well.
 */
record AudienceSettings(List<String> protocols, List<String> services, @Nullable String servicesMatching,
		List<String> categories, List<String> registrars, Map<String, List<String>> attributes) {

	/**
	 * The audience.
	 * @param key the prefix of its keys
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	Audience audience(String key, Optional<Set<String>> attributeIds) {
		attributes.forEach((id, values) -> {
			attributeIds.ifPresent(known -> Faults.requireAttribute(key + ".attributes", id, known));
			if (values.isEmpty()) {
				throw new IllegalArgumentException(
						key + ".attributes." + id + ": it names no value, so nobody has one; give some, or remove it");
			}
		});
		return new Audience(matcher(key), protocols.stream().map(ProtocolId::new).collect(Collectors.toSet()),
				attributes.entrySet()
					.stream()
					.collect(Collectors.toMap(Map.Entry::getKey, values -> Set.copyOf(values.getValue()))));
	}

	private ServiceMatcher matcher(String key) {
		ServiceMatcher given = ReleaseRuleProperties.serviceMatcher(key, services, servicesMatching, categories,
				registrars);
		return given.isEmpty() ? ServiceMatcher.EVERY : given;
	}

}
