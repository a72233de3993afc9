package org.campanile.consent;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.campanile.access.EntryName;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ServiceMatcher;
import org.campanile.service.Service;

/**
 * The sign-ons that a rule concerns: all kinds of conditions must match.
 *
 * @param services the services to which the rule applies
 * @param protocols the protocols of these services; empty for all
 * @param attributes attributes with the values of which the user must have one each; kept
 * and compared in the form of {@link EntryName#comparable}
 */
public record Audience(ServiceMatcher services, Set<ProtocolId> protocols, Map<String, Set<String>> attributes) {

	public Audience {
		protocols = Set.copyOf(protocols);
		attributes = attributes.entrySet()
			.stream()
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey,
					wanted -> wanted.getValue()
						.stream()
						.map(EntryName::comparable)
						.collect(Collectors.toUnmodifiableSet())));
	}

	/** Whether the rule concerns sign-ons to a service. */
	public boolean includes(Service service) {
		return (protocols.isEmpty() || protocols.contains(service.protocol())) && services.matches(service);
	}

	/** Whether the rule concerns the sign-on of a user to a service. */
	public boolean includes(Service service, ResolvedAttributes user) {
		return includes(service) && attributes.entrySet()
			.stream()
			.allMatch(wanted -> user.get(wanted.getKey())
				.stream()
				.anyMatch(value -> wanted.getValue().contains(EntryName.comparable(value.text()))));
	}

}
