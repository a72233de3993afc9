package org.campanile.cas;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.ServiceRegistry;

/** The registered CAS services. Implementations are thread-safe and do not block. */
public interface CasServices extends ServiceRegistry {

	/**
	 * Returns the service that owns a URL, whether or not it is enabled. Of several it is
	 * the one with the lowest order; of those, one with that exact URL, else the one with
	 * the longest prefix, else the one whose id comes first. Empty if another service
	 * would own the URL without the parameters in its path, which not all servers take
	 * for a part of the path.
	 */
	Optional<CasService> owner(ServiceUrl url);

	/**
	 * Returns all services that would own a URL if those before them did not, in the
	 * order of {@link #owner}. Of several with the same exact URL or prefix, only the
	 * first is included.
	 */
	List<CasService> owners(ServiceUrl url);

	/** Returns all services, in the order in which they were registered. */
	Collection<CasService> all();

	@Override
	Optional<CasService> find(String id);

	@Override
	default ProtocolId protocol() {
		return CasService.PROTOCOL;
	}

	/** Returns the number of services. */
	default int size() {
		return all().size();
	}

	/**
	 * Returns a registry of these services. Where several share an id, the last one
	 * counts.
	 */
	static CasServices of(Collection<CasService> services) {
		return new IndexedCasServices(services);
	}

}
