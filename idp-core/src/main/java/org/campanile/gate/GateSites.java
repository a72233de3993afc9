package org.campanile.gate;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.ServiceRegistry;

/** The configured sites. Immutable. */
public final class GateSites implements ServiceRegistry {

	private final Map<String, GateSite> byId;

	private final Map<String, List<GateSite>> byOrigin = new HashMap<>();

	/**
	 * @param sites each of another id
	 * @throws IllegalArgumentException if two have the same address; the message begins
	 * with the key
	 */
	public GateSites(Collection<GateSite> sites) {
		Map<String, GateSite> owners = new HashMap<>();
		sites.forEach(site -> site.addresses().forEach(address -> {
			GateSite other = owners.putIfAbsent(address.origin() + address.path(), site);
			if (other != null && other != site) {
				throw new IllegalArgumentException("campanile.gate.sites." + site.id() + ".urls: " + address.raw()
						+ " is an address of the site " + other.id() + " too; remove one of the two");
			}
		}));
		this.byId = sites.stream().collect(Collectors.toUnmodifiableMap(GateSite::id, Function.identity()));
		sites.forEach(site -> site.addresses()
			.stream()
			.map(PageAddress::origin)
			.distinct()
			.forEach(origin -> byOrigin.merge(origin, List.of(site),
					(some, more) -> Stream.concat(some.stream(), more.stream()).toList())));
	}

	/** Returns the site of a page: the one with the longest path. */
	public Optional<GateSite> owner(PageAddress page) {
		return byOrigin.getOrDefault(page.origin(), List.of())
			.stream()
			.filter(site -> site.owns(page))
			.max(Comparator.comparingInt(site -> site.addresses()
				.stream()
				.filter(page::isBelow)
				.mapToInt(address -> address.path().length())
				.max()
				.orElse(0)));
	}

	@Override
	public ProtocolId protocol() {
		return GateSite.PROTOCOL;
	}

	@Override
	public Optional<GateSite> find(String id) {
		return Optional.ofNullable(byId.get(id));
	}

}
