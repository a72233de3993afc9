package org.campanile.saml.logout;

import java.net.URI;
import java.nio.charset.StandardCharsets;
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
import org.campanile.http.Urls;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.ElementSigner;
import org.campanile.saml.assertion.Ids;
import org.campanile.saml.assertion.MessageWriter;
import org.campanile.saml.assertion.NameIdWriter;
import org.campanile.saml.assertion.UnsignedElement;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.SignatureAlgorithm;
import org.campanile.saml.crypto.SigningCredential;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.xml.CanonicalXmlWriter;
import org.campanile.xml.DeflateEncoding;
import org.campanile.xml.XmlNamespace;

import static org.campanile.saml.xml.Namespaces.SAMLP;

/**
 * Creates the outgoing messages of single logout (SAML Core 3.7): writes, signs and
 * encodes requests and responses. Every message is signed: over the query for
 * HTTP-Redirect, inside the XML for HTTP-POST and SOAP. Thread-safe; does not block.
 */
public final class LogoutMessages {

	/** The validity of an outgoing request. */
	static final Duration VALIDITY = Duration.ofMinutes(5);

	private static final XmlNamespace SOAP = new XmlNamespace("soap", Saml.SOAP_NS);

	private final String issuer;

	private final InstantSource clock;

	private final Ids ids;

	private final ElementSigner signer;

	private final QueryWriter queries;

	/**
	 * The bindings for the browser, in order of preference: Redirect, which needs neither
	 * a page nor a script, but POST for ECDSA, as {@link CryptoProvider#signQuery} cannot
	 * suit every service.
	 */
	private final List<String> bindings;

	public LogoutMessages(IdentityProvider self, Credentials credentials, CryptoProvider crypto, InstantSource clock,
			SecureRandom random) {
		this.issuer = self.id();
		this.clock = clock;
		this.ids = new Ids(random);
		this.signer = new ElementSigner(credentials.signing(), crypto);
		this.queries = new QueryWriter(credentials.signing(), crypto);
		this.bindings = credentials.signing().algorithm() == SignatureAlgorithm.ECDSA_SHA256
				? List.of(Saml.BINDING_POST, Saml.BINDING_REDIRECT) : List.of(Saml.BINDING_REDIRECT, Saml.BINDING_POST);
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
	 * the service supports it, otherwise with the other one, but with POST first if we
	 * prefer that; sent to the {@code ResponseLocation} if there is one.
	 * @return empty if the service's metadata has no endpoint for it
	 */
	Optional<Answer> answer(RelyingParty service, String requestId, String binding, @Nullable String relayState,
			LogoutStatus status) {
		Optional<SingleLogoutService> same = bindings.getFirst().equals(Saml.BINDING_POST) ? Optional.empty()
				: endpoint(service, binding);
		return same.or(() -> frontChannel(service)).map(endpoint -> {
			UnsignedElement response = response(endpoint.responseLocation(), requestId, status);
			return carried(endpoint.binding(), endpoint.responseLocation(), "SAMLResponse", response, relayState);
		});
	}

	/**
	 * The response to a SOAP request: the body of the HTTP response, in UTF-8. Without an
	 * endpoint for SOAP in the service's metadata it has no {@code Destination}.
	 */
	public byte[] soapAnswer(LogoutRequest request, LogoutStatus status) {
		String destination = endpoint(request.service(), Saml.BINDING_SOAP).map(SingleLogoutService::responseLocation)
			.orElse(null);
		return envelope(signer.sign(response(destination, request.id(), status)));
	}

	/**
	 * A SOAP fault (SOAP 1.1, 4.4), for requests that cannot be answered with a
	 * LogoutResponse.
	 * @param server whether the fault is this server's, not the sender's
	 * @param text a sentence that discloses nothing about the user or this server
	 */
	public static byte[] soapFault(boolean server, String text) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").open(SOAP, "Fault");
		// Both elements have no namespace, which the writer supports only as raw bytes.
		xml.raw(("<faultcode>soap:" + (server ? "Server" : "Client") + "</faultcode><faultstring>")
			.getBytes(StandardCharsets.US_ASCII)).text(text).raw("</faultstring>".getBytes(StandardCharsets.US_ASCII));
		return xml.close().close().close().toByteArray();
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
			return new SoapRequest(request.id(), endpoint.location(), envelope(signer.sign(request)));
		});
	}

	/** The endpoint for requests through the browser. */
	Optional<SingleLogoutService> frontChannel(RelyingParty service) {
		return bindings.stream().flatMap(binding -> endpoint(service, binding).stream()).findFirst();
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
		return message.write("LogoutRequest", message.issueInstant().plus(VALIDITY), false, xml -> {
			NameIdWriter.write(xml, NameId.of(session.handle()));
			session.sessions().forEach(index -> xml.textElement(SAMLP, "SessionIndex", index));
		});
	}

	private UnsignedElement response(@Nullable String destination, String requestId, LogoutStatus status) {
		return message(destination, requestId).write("LogoutResponse", null, false,
				xml -> MessageWriter.status(xml, code(status), null));
	}

	/** An envelope around a message in canonical form. */
	private static byte[] envelope(byte[] message) {
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		xml.open(SOAP, "Envelope").open(SOAP, "Body").raw(message);
		return xml.close().close().toByteArray();
	}

	private MessageWriter message(@Nullable String destination, @Nullable String inResponseTo) {
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

	/**
	 * Writes a message to the query of a URL, deflated and signed (SAML Bindings 3.4.4).
	 * Thread-safe.
	 */
	private record QueryWriter(SigningCredential credential, CryptoProvider crypto) {

		/**
		 * Returns a URL in ASCII, as it may be sent in a header: in the host as well,
		 * other letters are percent-encoded (RFC 3986, 3.2.2).
		 * @param location a URL, which may already have a query
		 * @param parameter SAMLRequest or SAMLResponse
		 * @param xml the message without a signature of its own
		 */
		String url(String location, String parameter, byte[] xml, @Nullable String relayState) {
			StringBuilder query = new StringBuilder(parameter).append('=')
				.append(Urls.encode(DeflateEncoding.encode(xml)));
			if (relayState != null) {
				query.append("&RelayState=").append(Urls.encode(relayState));
			}
			query.append("&SigAlg=").append(Urls.encode(credential.algorithm().uri()));
			byte[] signature = crypto.signQuery(credential, query.toString().getBytes(StandardCharsets.US_ASCII));
			query.append("&Signature=").append(Urls.encode(Base64.getEncoder().encodeToString(signature)));
			int fragment = location.indexOf('#');
			String address = URI.create(fragment < 0 ? location : location.substring(0, fragment)).toASCIIString();
			return address + (address.indexOf('?') < 0 ? '?' : '&') + query;
		}

	}

}
