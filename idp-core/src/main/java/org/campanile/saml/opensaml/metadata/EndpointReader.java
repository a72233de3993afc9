package org.campanile.saml.opensaml.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.opensaml.core.xml.schema.XSBooleanValue;
import org.opensaml.saml.saml2.metadata.Endpoint;
import org.opensaml.saml.saml2.metadata.IndexedEndpoint;
import org.opensaml.saml.saml2.metadata.SPSSODescriptor;

import org.campanile.http.Urls;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.SingleLogoutService;

/**
 * Reads a service's endpoints (SAML Metadata 2.2.2, 2.2.3). A URL with a scheme other
 * than http and https makes the whole entity unusable, because that is no accident; a
 * malformed endpoint is dropped.
 */
final class EndpointReader {

	private static final int MAX_INDEX = 65_535;

	private final List<String> remarks;

	EndpointReader(List<String> remarks) {
		this.remarks = remarks;
	}

	List<AssertionConsumerService> read(SPSSODescriptor role) throws UnusableEntityException {
		for (Endpoint endpoint : role.getEndpoints()) {
			refuseForeignScheme(endpoint, endpoint.getLocation());
			refuseForeignScheme(endpoint, endpoint.getResponseLocation());
		}
		List<AssertionConsumerService> consumers = new ArrayList<>();
		Set<Integer> indexes = new HashSet<>();
		Set<IndexedEndpoint> defaults = defaults(role.getAssertionConsumerServices());
		for (org.opensaml.saml.saml2.metadata.AssertionConsumerService endpoint : role.getAssertionConsumerServices()) {
			Optional<String> fault = fault(endpoint.getBinding(), endpoint.getLocation())
				.or(() -> fault(endpoint.getIndex()));
			if (fault.isPresent()) {
				remarks.add("AssertionConsumerService " + endpoint.getLocation() + " dropped: it " + fault.get());
				continue;
			}
			if (!indexes.add(endpoint.getIndex())) {
				remarks.add("AssertionConsumerService index " + endpoint.getIndex()
						+ " stands more than once: a request for it means the first");
			}
			consumers.add(new AssertionConsumerService(endpoint.getBinding().strip(), endpoint.getLocation().strip(),
					endpoint.getIndex(), defaults.contains(endpoint)));
		}
		if (consumers.isEmpty()) {
			throw new UnusableEntityException("it has no usable AssertionConsumerService"
					+ (remarks.isEmpty() ? "" : " (" + String.join("; ", remarks) + ")"));
		}
		return consumers;
	}

	/**
	 * The endpoints for single logout; malformed ones are dropped.
	 */
	List<SingleLogoutService> readSingleLogout(SPSSODescriptor role) {
		List<SingleLogoutService> services = new ArrayList<>();
		for (org.opensaml.saml.saml2.metadata.SingleLogoutService endpoint : role.getSingleLogoutServices()) {
			String responses = endpoint.getResponseLocation();
			boolean apart = responses != null && !responses.isBlank();
			Optional<String> fault = fault(endpoint.getBinding(), endpoint.getLocation())
				.or(() -> apart ? Urls.fault(responses.strip()) : Optional.empty());
			if (fault.isPresent()) {
				remarks.add("SingleLogoutService " + endpoint.getLocation() + " dropped: it " + fault.get());
				continue;
			}
			String location = endpoint.getLocation().strip();
			services.add(new SingleLogoutService(endpoint.getBinding().strip(), location,
					apart ? responses.strip() : location));
		}
		return services;
	}

	/**
	 * The default of each binding (SAML Metadata 2.2.3): the endpoint marked true, else
	 * the first that is not marked at all.
	 */
	private static Set<IndexedEndpoint> defaults(List<? extends IndexedEndpoint> endpoints) {
		Map<String, IndexedEndpoint> marked = new HashMap<>();
		Map<String, IndexedEndpoint> unmarked = new HashMap<>();
		for (IndexedEndpoint endpoint : endpoints) {
			String binding = String.valueOf(endpoint.getBinding());
			XSBooleanValue mark = endpoint.isDefaultXSBoolean();
			if (mark == null || mark.getValue() == null) {
				unmarked.putIfAbsent(binding, endpoint);
			}
			else if (mark.getValue()) {
				marked.putIfAbsent(binding, endpoint);
			}
		}
		unmarked.putAll(marked);
		return Set.copyOf(unmarked.values());
	}

	private static void refuseForeignScheme(Endpoint endpoint, @Nullable String location)
			throws UnusableEntityException {
		String scheme = location == null ? "" : Urls.scheme(location);
		if (!scheme.isEmpty() && !Urls.isWebScheme(scheme)) {
			throw new UnusableEntityException("its " + endpoint.getElementQName().getLocalPart()
					+ " has an address with scheme " + scheme + ":, where only http: and https: are allowed");
		}
	}

	private static Optional<String> fault(@Nullable Integer index) {
		if (index == null || index < 0 || index > MAX_INDEX) {
			return Optional.of("has no index between 0 and " + MAX_INDEX);
		}
		return Optional.empty();
	}

	private static Optional<String> fault(@Nullable String binding, @Nullable String location) {
		if (binding == null || binding.isBlank()) {
			return Optional.of("has no Binding");
		}
		if (location == null || location.isBlank()) {
			return Optional.of("has no Location");
		}
		return Urls.fault(location.strip());
	}

}
