package org.campanile.cas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.ServiceRegistry;

/** The registered CAS services. Implementations are thread-safe and do not block. */
public interface CasServices extends ServiceRegistry {

	/** Stands for the origins of patterns. */
	String ANY_ORIGIN = "";

	/**
	 * The service that owns a URL: of several the first by {@link #PRECEDENCE}, whether or
	 * not it is enabled.
	 */
	Optional<CasService> owner(ServiceUrl url);

	@Override
	Optional<CasService> find(String id);

	@Override
	default ProtocolId protocol() {
		return CasService.PROTOCOL;
	}

	/**
	 * The order in which services that own a URL count: by their own, then exact URLs,
	 * long prefixes, short ones and patterns, then by id.
	 */
	Comparator<CasService> PRECEDENCE = Comparator.comparingInt(CasService::order)
		.thenComparing(service -> switch (service.urls()) {
			case ServiceUrlPattern.Exact exact -> Integer.MIN_VALUE;
			case ServiceUrlPattern.Prefix prefix -> -prefix.url().path().length();
			case ServiceUrlPattern.Regex regex -> 1;
		})
		.thenComparing(CasService::id);

	/** These services, each of another id; found by host, so that thousands cost little. */
	static CasServices of(Collection<CasService> services) {
		Map<String, CasService> byId = new HashMap<>();
		Map<String, List<CasService>> byOrigin = new HashMap<>();
		services.stream().sorted(PRECEDENCE).forEach(service -> {
			byId.put(service.id(), service);
			byOrigin.computeIfAbsent(origin(service), origin -> new ArrayList<>()).add(service);
		});
		return new CasServices() {

			@Override
			public Optional<CasService> owner(ServiceUrl url) {
				return Stream.of(url.origin(), ANY_ORIGIN)
					.flatMap(origin -> byOrigin.getOrDefault(origin, List.of())
						.stream()
						.filter(service -> service.urls().matches(url))
						.limit(1))
					.min(PRECEDENCE);
			}

			@Override
			public Optional<CasService> find(String id) {
				return Optional.ofNullable(byId.get(id));
			}

			@Override
			public int size() {
				return byId.size();
			}

		};
	}

	private static String origin(CasService service) {
		return switch (service.urls()) {
			case ServiceUrlPattern.Exact exact -> exact.url().origin();
			case ServiceUrlPattern.Prefix prefix -> prefix.url().origin();
			case ServiceUrlPattern.Regex regex -> ANY_ORIGIN;
		};
	}

}
