package org.campanile.testkit.serviceprovider;

import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.campanile.saml.Saml;
import org.campanile.seal.RandomValues;
import org.campanile.signon.RequestedAuthnContext;
import org.jspecify.annotations.Nullable;

/**
 * A service provider of the Web Browser SSO profile (SAML Profiles 4.1). Stateless:
 * tracking requests, and assertions that were used, is left to the caller. Thread-safe.
 */
public final class ServiceProvider {

	private final ServiceProviderSettings settings;

	private final ServiceProviderKeys keys;

	private final InstantSource clock;

	private final SecureRandom random;

	private final byte[] metadata;

	private final ResponseDecoder decoder;

	public ServiceProvider(ServiceProviderSettings settings, ServiceProviderKeys keys, InstantSource clock,
			SecureRandom random) {
		this.settings = settings;
		this.keys = keys;
		this.clock = clock;
		this.random = random;
		this.metadata = MetadataWriter.write(settings, keys.certificate());
		this.decoder = new ResponseDecoder(settings, keys, clock);
	}

	public String entityId() {
		return settings.entityId();
	}

	public ServiceProviderSettings settings() {
		return settings;
	}

	public ServiceProviderKeys keys() {
		return keys;
	}

	/** Returns the metadata, an EntityDescriptor in UTF-8. */
	public byte[] metadata() {
		return metadata.clone();
	}

	/** A request ID of 160 random bits (SAML Core 1.3.4). */
	public String newId() {
		return "_" + HexFormat.of().formatHex(RandomValues.bytes(20, random));
	}

	/**
	 * A new AuthnRequest for HTTP-Redirect.
	 * @param endpoint the identity provider's URL for that binding
	 */
	public RedirectRequest redirect(String endpoint, AuthnRequestOptions options) {
		String id = newId();
		String xml = request(id, endpoint, options);
		@Nullable PrivateKey key = signs(options) ? keys.privateKey() : null;
		return new RedirectRequest(id, RequestBinding.redirectUrl(endpoint, xml, options.relayState(), key), xml);
	}

	/**
	 * A new AuthnRequest for HTTP-POST.
	 * @param endpoint the identity provider's URL for that binding
	 */
	public PostRequest post(String endpoint, AuthnRequestOptions options) {
		String id = newId();
		String xml = request(id, endpoint, options);
		String carried = signs(options) ? RequestBinding.signed(xml, keys) : xml;
		return new PostRequest(id, endpoint, RequestBinding.postFields(carried, options.relayState(), null), carried);
	}

	/**
	 * Verifies, decrypts and checks the {@code SAMLResponse} of an HTTP-POST.
	 * @param samlResponse the form field's value
	 * @throws ResponseRejectedException if anything in it is invalid
	 */
	public DecodedResponse decode(String samlResponse, ResponseExpectations expected) throws ResponseRejectedException {
		return decoder.decode(samlResponse, expected);
	}

	/** Returns the single logout of the service provider. */
	public ServiceProviderLogout logout() {
		return new ServiceProviderLogout(this, clock);
	}

	/** Writes an AuthnRequest, unsigned (SAML Core 3.4.1). */
	private String request(String id, String destination, AuthnRequestOptions options) {
		return XmlText.write(out -> {
			out.writeStartElement("samlp", "AuthnRequest", Saml.PROTOCOL_NS);
			out.writeNamespace("samlp", Saml.PROTOCOL_NS);
			out.writeNamespace("saml", Saml.ASSERTION_NS);
			out.writeAttribute("ID", id);
			out.writeAttribute("Version", "2.0");
			out.writeAttribute("IssueInstant", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
			out.writeAttribute("Destination", destination);
			writeFlagsAndResponseUrl(out, options);
			text(out, "Issuer", entityId());
			if (options.nameIdFormat() != null) {
				out.writeEmptyElement("samlp", "NameIDPolicy", Saml.PROTOCOL_NS);
				out.writeAttribute("Format", options.nameIdFormat());
				out.writeAttribute("AllowCreate", "true");
			}
			if (options.authnContext() != null) {
				writeAuthnContext(out, options.authnContext());
			}
			out.writeEndElement();
		});
	}

	private static void writeFlagsAndResponseUrl(XMLStreamWriter out, AuthnRequestOptions options)
			throws XMLStreamException {
		if (options.forceAuthn()) {
			out.writeAttribute("ForceAuthn", "true");
		}
		if (options.passive()) {
			out.writeAttribute("IsPassive", "true");
		}
		if (options.responseUrl() != null) {
			out.writeAttribute("ProtocolBinding", Saml.BINDING_POST);
			out.writeAttribute("AssertionConsumerServiceURL", options.responseUrl());
		}
		if (options.responseUrlIndex().isPresent()) {
			out.writeAttribute("AssertionConsumerServiceIndex",
					Integer.toString(options.responseUrlIndex().getAsInt()));
		}
	}

	private static void writeAuthnContext(XMLStreamWriter out, RequestedAuthnContext context)
			throws XMLStreamException {
		out.writeStartElement("samlp", "RequestedAuthnContext", Saml.PROTOCOL_NS);
		out.writeAttribute("Comparison", context.comparison().name().toLowerCase(Locale.ROOT));
		for (String uri : context.classes()) {
			text(out, "AuthnContextClassRef", uri);
		}
		out.writeEndElement();
	}

	private static void text(XMLStreamWriter out, String element, String text) throws XMLStreamException {
		out.writeStartElement("saml", element, Saml.ASSERTION_NS);
		out.writeCharacters(text);
		out.writeEndElement();
	}

	private boolean signs(AuthnRequestOptions options) {
		Boolean asked = options.signed();
		return asked == null ? settings.authnRequestsSigned() : asked;
	}

}
