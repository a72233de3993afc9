package org.campanile.saml.logout;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.ElementSigner;
import org.campanile.saml.assertion.Ids;
import org.campanile.saml.assertion.MessageWriter;
import org.campanile.saml.assertion.UnsignedElement;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.SingleLogoutService;

/**
 * Creates the outgoing messages of single logout: writes, signs and encodes requests and
 * responses. Every message is signed: over the query for HTTP-Redirect, inside the XML
 * for HTTP-POST and SOAP. Thread-safe; does not block.
 */
public final class LogoutMessages {

	/** The validity of an outgoing request. */
	static final Duration VALIDITY = Duration.ofMinutes(5);

	/** The bindings, Redirect first: it needs neither a page nor a script. */
	private static final List<String> FRONT_CHANNEL = List.of(Saml.BINDING_REDIRECT, Saml.BINDING_POST);

	private final String issuer;

	private final InstantSource clock;

	private final Ids ids;

	private final ElementSigner signer;

	private final QueryWriter queries;

	public LogoutMessages(IdentityProvider self, Credentials credentials, CryptoProvider crypto, InstantSource clock,
			SecureRandom random) {
		this.issuer = self.id();
		this.clock = clock;
		this.ids = new Ids(random);
		this.signer = new ElementSigner(credentials.signing(), crypto);
		this.queries = new QueryWriter(credentials.signing(), crypto);
	}

	/**
	 * A request for the back channel.
	 *
	 * @param id its ID, which the response must refer to
	 * @param envelope the body
	 */
	record SoapRequest(String id, String url, byte[] envelope) {
	}

	/**
	 * The response to a request that came through the browser: with the same binding if
	 * the service supports it, otherwise with the other one; sent to the
	 * {@code ResponseLocation} if there is one.
	 * @return empty if the service's metadata has no endpoint for it
	 */
	Optional<Answer> answer(RelyingParty service, String requestId, String binding, @Nullable String relayState,
			LogoutStatus status) {
		return endpoint(service, binding).or(() -> frontChannel(service)).map(endpoint -> {
			UnsignedElement response = LogoutWriter.response(message(endpoint.responseLocation(), requestId),
					code(status));
			return carried(endpoint.binding(), endpoint.responseLocation(), "SAMLResponse", response, relayState);
		});
	}

	/**
	 * The response to a SOAP request: the body of the HTTP response, in UTF-8.
	 */
	public byte[] soapAnswer(LogoutRequest request, LogoutStatus status) {
		String destination = endpoint(request.service(), Saml.BINDING_SOAP).map(SingleLogoutService::responseLocation)
			.orElse(request.service().entityId());
		return LogoutWriter
			.envelope(signer.sign(LogoutWriter.response(message(destination, request.id()), code(status))));
	}

	/**
	 * A SOAP fault (SOAP 1.1, 4.4), for requests that cannot be answered with a
	 * LogoutResponse.
	 * @param server whether the fault is this server's, not the sender's
	 * @param text a sentence that discloses nothing about the user or this server
	 */
	public static byte[] soapFault(boolean server, String text) {
		return LogoutWriter.fault(server, text);
	}

	/** A request through the browser; empty if the service has no endpoint for it. */
	Optional<LogoutProtocol.BrowserRequest> ask(RelyingParty service, ServiceSession session) {
		return frontChannel(service).map(endpoint -> {
			UnsignedElement request = request(endpoint.location(), session);
			return new LogoutProtocol.BrowserRequest(request.id(),
					carried(endpoint.binding(), endpoint.location(), "SAMLRequest", request, null));
		});
	}

	/** A SOAP request; empty if the service has no endpoint for it. */
	Optional<SoapRequest> askDirectly(RelyingParty service, ServiceSession session) {
		return endpoint(service, Saml.BINDING_SOAP).map(endpoint -> {
			UnsignedElement request = request(endpoint.location(), session);
			return new SoapRequest(request.id(), endpoint.location(), LogoutWriter.envelope(signer.sign(request)));
		});
	}

	/** The endpoint for requests through the browser. */
	static Optional<SingleLogoutService> frontChannel(RelyingParty service) {
		return FRONT_CHANNEL.stream().flatMap(binding -> endpoint(service, binding).stream()).findFirst();
	}

	/** The first endpoint of that binding. */
	static Optional<SingleLogoutService> endpoint(RelyingParty service, String binding) {
		return service.singleLogoutServices().stream().filter(found -> found.binding().equals(binding)).findFirst();
	}

	/** The corresponding SAML status (SAML Core 3.7.3.2). */
	private static StatusCode code(LogoutStatus status) {
		return switch (status) {
			case SUCCESS -> StatusCode.SUCCESS;
			case PARTIAL -> StatusCode.PARTIAL_LOGOUT;
			case UNKNOWN_SESSION -> StatusCode.UNKNOWN_PRINCIPAL;
			case FAILED -> StatusCode.RESPONDER;
		};
	}

	private UnsignedElement request(String destination, ServiceSession session) {
		MessageWriter message = message(destination, null);
		return LogoutWriter.request(message, session, message.issueInstant().plus(VALIDITY));
	}

	private MessageWriter message(String destination, @Nullable String inResponseTo) {
		Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
		return new MessageWriter(ids.next(), now, issuer, destination, inResponseTo);
	}

	private Answer carried(String binding, String location, String parameter, UnsignedElement message,
			@Nullable String relayState) {
		if (binding.equals(Saml.BINDING_REDIRECT)) {
			return new Answer.Redirect(queries.url(location, parameter, message.xml(), relayState));
		}
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put(parameter, Base64.getEncoder().encodeToString(signer.sign(message)));
		if (relayState != null) {
			fields.put("RelayState", relayState);
		}
		return new Answer.Post(location, fields);
	}

}
