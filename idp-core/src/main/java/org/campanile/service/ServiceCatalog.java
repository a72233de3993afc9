package org.campanile.service;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.campanile.protocol.ProtocolId;

/** The services of all protocols. Thread-safe. */
public final class ServiceCatalog {

	private final Map<ProtocolId, ServiceRegistry> registries;

	/**
	 * @param registries one for each protocol
	 * @throws IllegalStateException if two are of the same protocol
	 */
	public ServiceCatalog(Collection<? extends ServiceRegistry> registries) {
		this.registries = registries.stream()
			.collect(Collectors.toUnmodifiableMap(ServiceRegistry::protocol, Function.identity()));
	}

	/** Returns the protocols that have services. */
	public Set<ProtocolId> protocols() {
		return registries.keySet();
	}

	/**
	 * The service of that name in that protocol.
	 * @return empty as {@link ServiceRegistry#find} says, or if that protocol is not
	 * supported
	 */
	public Optional<? extends Service> find(ProtocolId protocol, String id) {
		ServiceRegistry registry = registries.get(protocol);
		return registry == null ? Optional.empty() : registry.find(id);
	}

	/** A service of that name in any protocol, to be shown to users. */
	public Optional<? extends Service> find(String id) {
		return registries.values().stream().flatMap(registry -> registry.find(id).stream()).findFirst();
	}

}
