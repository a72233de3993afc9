package org.campanile.saml.request;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * Determines the endpoint for the response, always from the service's metadata (SAML Core
 * 3.4.1, SAML Profiles 4.1.4.1). A URL must equal a location character by character; an
 * index must be listed in metadata; if the request specifies neither, the default
 * HTTP-POST endpoint is used (SAML Metadata 2.2.3).
 * <p>
 * A request that specifies an endpoint of another binding is answered with an error at
 * the default HTTP-POST endpoint.
 */
final class ResponseEndpointRule {

	/**
	 * @throws SamlFault always local
	 */
	ResponseEndpoint find(IdentifiedRequest request) throws SamlFault {
		ParsedAuthnRequest message = request.message();
		if (message.acsUrl() != null && message.acsIndex().isPresent()) {
			throw request.refuse(FaultCode.REQUEST_MALFORMED,
					"AssertionConsumerServiceURL and AssertionConsumerServiceIndex exclude each other");
		}
		try {
			AssertionConsumerService endpoint = find(request.service(), message.acsUrl(), message.acsIndex());
			String binding = message.protocolBinding() == null ? Saml.BINDING_POST : message.protocolBinding();
			if (!endpoint.binding().equals(Saml.BINDING_POST)) {
				return new ResponseEndpoint(defaultOf(request.service()).location(), endpoint.binding());
			}
			return new ResponseEndpoint(endpoint.location(), binding);
		}
		catch (SamlFault ex) {
			throw ex.about(request.service().entityId());
		}
	}

	/** The endpoint with that URL or index, preferably one for HTTP-POST. */
	AssertionConsumerService find(RelyingParty service, @Nullable String url, OptionalInt index) throws SamlFault {
		if (url != null) {
			return find(service, endpoint -> endpoint.location().equals(url), "URL " + url);
		}
		if (index.isPresent()) {
			return find(service, endpoint -> endpoint.index() == index.getAsInt(), "index " + index.getAsInt());
		}
		return defaultOf(service);
	}

	private static AssertionConsumerService find(RelyingParty service, Predicate<AssertionConsumerService> wanted,
			String name) throws SamlFault {
		List<AssertionConsumerService> found = service.assertionConsumerServices().stream().filter(wanted).toList();
		return found.stream()
			.filter(ResponseEndpointRule::isPost)
			.findFirst()
			.or(() -> found.stream().findFirst())
			.orElseThrow(() -> SamlFault.local(FaultCode.RESPONSE_URL_UNKNOWN,
					"the request wants its answer at the assertion consumer service of " + name
							+ ", which the service's metadata does not list"));
	}

	private static AssertionConsumerService defaultOf(RelyingParty service) throws SamlFault {
		List<AssertionConsumerService> posts = service.assertionConsumerServices()
			.stream()
			.filter(ResponseEndpointRule::isPost)
			.toList();
		Optional<AssertionConsumerService> marked = posts.stream()
			.filter(AssertionConsumerService::isDefault)
			.findFirst();
		return marked.or(() -> posts.stream().findFirst())
			.orElseThrow(() -> SamlFault.local(FaultCode.BINDING_UNSUPPORTED,
					"the service's metadata lists no assertion consumer service of the HTTP-POST binding"));
	}

	private static boolean isPost(AssertionConsumerService endpoint) {
		return endpoint.binding().equals(Saml.BINDING_POST);
	}

	/**
	 * The endpoint for the response, and the requested binding.
	 *
	 * @param url the location of an HTTP-POST endpoint in the service's metadata
	 * @param requestedBinding the URI of the requested binding; if it is not HTTP-POST,
	 * only an error may be sent
	 */
	record ResponseEndpoint(String url, String requestedBinding) {
	}

}
