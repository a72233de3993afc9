package org.campanile.signon;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.service.ServiceCatalog;

/** The protocols, and through them the services that requests name. Immutable. */
record SignOnProtocols(Map<ProtocolId, SignOnProtocol> all) {

	static SignOnProtocols of(Collection<? extends SignOnProtocol> protocols) {
		return new SignOnProtocols(
				protocols.stream().collect(Collectors.toUnmodifiableMap(SignOnProtocol::id, Function.identity())));
	}

	/** Returns the protocol of a request; it exists, as its services were found. */
	SignOnProtocol of(SignOnRequest request) {
		return Objects.requireNonNull(all.get(request.protocol()));
	}

	/**
	 * Returns the service of a request, which is known and enabled.
	 * @throws ServiceGoneException if it no longer is, or no longer has the response URL
	 */
	Service service(SignOnRequest request, ServiceCatalog services) throws ServiceGoneException {
		Optional<? extends Service> service = services.find(request.protocol(), request.service())
			.filter(Service::enabled);
		if (service.isEmpty() || !of(request).mayAnswer(request, service.get())) {
			throw new ServiceGoneException(request.service());
		}
		return service.get();
	}

}
