package org.campanile.service;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.protocol.ProtocolId;

/** The services of all protocols. Thread-safe. */
public final class ServiceCatalog {

	private final Map<ProtocolId, ServiceRegistry> registries;

	/**
	 * @param registries one for each protocol, in the order in which a name is looked up
	 * @throws IllegalStateException if two are of the same protocol
	 */
	public ServiceCatalog(Collection<? extends ServiceRegistry> registries) {
		Map<ProtocolId, ServiceRegistry> all = new LinkedHashMap<>();
		for (ServiceRegistry registry : registries) {
			if (all.putIfAbsent(registry.protocol(), registry) != null) {
				throw new IllegalStateException("Two registries have the services of " + registry.protocol());
			}
		}
		this.registries = Collections.unmodifiableMap(all);
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

	/**
	 * The first service of that name in any protocol, to be shown to users where the
	 * protocol is not known.
	 */
	public Optional<? extends Service> find(String id) {
		return registries.values().stream().flatMap(registry -> registry.find(id).stream()).findFirst();
	}

}
