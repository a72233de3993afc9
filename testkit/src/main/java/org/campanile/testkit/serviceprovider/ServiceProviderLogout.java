package org.campanile.testkit.serviceprovider;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.ParsedLogoutRequest;
import org.campanile.saml.message.ParsedLogoutResponse;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.LogoutMessageParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;

/**
 * A service provider's part in single logout (SAML Profiles 4.4). Every message is
 * signed, and must be. Incoming messages must first be decoded from their binding
 * ({@link org.campanile.saml.binding.RedirectDecoder#decodeEither},
 * {@link org.campanile.saml.binding.PostDecoder#decodeEither},
 * {@link org.campanile.saml.binding.SoapDecoder}). Stateless: tracking open and processed
 * requests is left to the caller. Thread-safe.
 */
public final class ServiceProviderLogout {

	private static final String SAML_RESPONSE = "SAMLResponse";

	private final ServiceProvider provider;

	private final InstantSource clock;

	private final LogoutMessageParser parser = new LogoutMessageParser(OpenSaml.get());

	ServiceProviderLogout(ServiceProvider provider, InstantSource clock) {
		this.provider = provider;
		this.clock = clock;
	}

	/**
	 * A LogoutRequest for HTTP-Redirect.
	 * @param endpoint the identity provider's address for that binding
	 */
	public RedirectRequest redirect(String endpoint, LogoutSubject subject, @Nullable String relayState) {
		String id = provider.newId();
		String xml = request(id, endpoint, subject);
		return new RedirectRequest(id,
				RequestBinding.redirectUrl(endpoint, xml, relayState, provider.keys().privateKey()), xml);
	}

	/**
	 * A LogoutRequest for HTTP-POST.
	 * @param endpoint the identity provider's address for that binding
	 */
	public PostRequest post(String endpoint, LogoutSubject subject, @Nullable String relayState) {
		String id = provider.newId();
		String xml = RequestBinding.signed(request(id, endpoint, subject), provider.keys());
		return new PostRequest(id, endpoint, RequestBinding.postFields(xml, relayState, null), xml);
	}

	/**
	 * A LogoutRequest for SOAP.
	 * @param endpoint the identity provider's address for that binding
	 */
	public SoapRequest soap(String endpoint, LogoutSubject subject) {
		String id = provider.newId();
		return new SoapRequest(id, endpoint, envelope(request(id, endpoint, subject)));
	}

	/**
	 * The response to a request, for HTTP-Redirect: the URL that the browser is
	 * redirected to.
	 */
	public String redirectAnswer(String endpoint, DecodedLogoutRequest request, StatusCode status) {
		return RequestBinding.redirectUrl(SAML_RESPONSE, endpoint, response(endpoint, request, status),
				request.relayState(), provider.keys().privateKey());
	}

	/** The response to a request, for HTTP-POST. */
	public PostRequest postAnswer(String endpoint, DecodedLogoutRequest request, StatusCode status) {
		String xml = RequestBinding.signed(response(endpoint, request, status), provider.keys());
		return new PostRequest(request.id(), endpoint,
				RequestBinding.postFields(SAML_RESPONSE, xml, request.relayState(), null), xml);
	}

	/**
	 * The response to a SOAP request: the body of the HTTP response.
	 * @param destination the identity provider's URL for SOAP
	 */
	public byte[] soapAnswer(String destination, DecodedLogoutRequest request, StatusCode status) {
		return envelope(response(destination, request, status));
	}

	/**
	 * Checks a LogoutRequest of the identity provider.
	 * @param endpoint the service provider's URL that received it
	 * @throws ResponseRejectedException if anything in it is invalid
	 */
	public DecodedLogoutRequest decodeRequest(InboundMessage message, TrustedIdentityProvider identityProvider,
			String endpoint) throws ResponseRejectedException {
		Instant now = clock.instant();
		ParsedLogoutRequest parsed;
		try {
			parsed = parser.parseRequest(message);
		}
		catch (SamlFault ex) {
			throw LogoutMessageCheck.rejected(ex);
		}
		LogoutMessageCheck.check(message, parsed.header(), parsed.signature(), identityProvider, endpoint, now);
		if (parsed.notOnOrAfter() != null) {
			LogoutMessageCheck.requireBefore(now, parsed.notOnOrAfter());
		}
		NameId nameId = new NameId(parsed.nameId(), Objects.requireNonNullElse(parsed.format(), NameId.UNSPECIFIED),
				parsed.nameQualifier(), parsed.spNameQualifier());
		return new DecodedLogoutRequest(parsed.header().id(), new LogoutSubject(nameId, parsed.sessionIndexes()),
				parsed.notOnOrAfter(), message.relayState(), text(message));
	}

	/**
	 * Checks a LogoutResponse of the identity provider.
	 * @param endpoint the service provider's URL that received it; for SOAP, the one in
	 * its metadata, or empty for none
	 * @param expected decides which requests are open
	 * @throws ResponseRejectedException if anything in it is invalid
	 */
	public DecodedLogoutResponse decodeResponse(InboundMessage message, TrustedIdentityProvider identityProvider,
			String endpoint, InResponseToCheck expected) throws ResponseRejectedException {
		ParsedLogoutResponse parsed;
		try {
			parsed = parser.parseResponse(message);
		}
		catch (SamlFault ex) {
			throw LogoutMessageCheck.rejected(ex);
		}
		LogoutMessageCheck.check(message, parsed.header(), parsed.signature(), identityProvider, endpoint,
				clock.instant());
		String request = parsed.inResponseTo();
		if (request == null || !expected.isExpected(request)) {
			throw new ResponseRejectedException(Reason.WRONG_IN_RESPONSE_TO,
					"no request " + request + " waits for an answer");
		}
		return new DecodedLogoutResponse(request, parsed.status(), message.relayState(), text(message));
	}

	private String request(String id, String endpoint, LogoutSubject subject) {
		return LogoutMessageWriter.request(id, provider.entityId(), endpoint, clock.instant(), subject);
	}

	private String response(String endpoint, DecodedLogoutRequest request, StatusCode status) {
		return LogoutMessageWriter.response(provider.newId(), provider.entityId(), endpoint, clock.instant(),
				request.id(), status);
	}

	private byte[] envelope(String xml) {
		return LogoutMessageWriter.envelope(RequestBinding.signed(xml, provider.keys()))
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(InboundMessage message) {
		return new String(message.xml(), StandardCharsets.UTF_8);
	}

}
