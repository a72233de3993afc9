package org.campanile.cas;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.ServiceRegistry;

/** The registered CAS services. Implementations are thread-safe and do not block. */
public interface CasServices extends ServiceRegistry {

	/**
	 * The service that owns a URL: of several the one with the lowest order, whether or
	 * not it is enabled.
	 */
	Optional<CasService> owner(ServiceUrl url);

	@Override
	Optional<CasService> find(String id);

	@Override
	default ProtocolId protocol() {
		return CasService.PROTOCOL;
	}

	/** These services, each of another id. */
	static CasServices of(Collection<CasService> services) {
		Map<String, CasService> byId = new LinkedHashMap<>();
		services.forEach(service -> byId.put(service.id(), service));
		List<CasService> ordered = byId.values()
			.stream()
			.sorted(Comparator.comparingInt(CasService::order))
			.toList();
		return new CasServices() {

			@Override
			public Optional<CasService> owner(ServiceUrl url) {
				return ordered.stream().filter(service -> service.urls().matches(url)).findFirst();
			}

			@Override
			public Optional<CasService> find(String id) {
				return Optional.ofNullable(byId.get(id));
			}

			@Override
			public int size() {
				return ordered.size();
			}

		};
	}

}
