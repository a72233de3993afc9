package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.campanile.saml.Saml;
import org.campanile.signon.RequestedAuthnContext;

/**
 * Writes an AuthnRequest (SAML Core 3.4.1). Public so that a test can modify a request
 * before {@link RequestBinding} encodes it.
 */
public final class AuthnRequestWriter {

	private AuthnRequestWriter() {
	}

	/**
	 * The request, unsigned.
	 * @param id its ID, an NCName
	 * @param issuer the service provider's entityID
	 * @param destination the endpoint it is meant for
	 */
	public static String write(String id, String issuer, String destination, Instant issueInstant,
			AuthnRequestOptions options) {
		return XmlText.write(out -> {
			out.writeStartElement("samlp", "AuthnRequest", Saml.PROTOCOL_NS);
			out.writeNamespace("samlp", Saml.PROTOCOL_NS);
			out.writeNamespace("saml", Saml.ASSERTION_NS);
			out.writeAttribute("ID", id);
			out.writeAttribute("Version", "2.0");
			out.writeAttribute("IssueInstant", issueInstant.truncatedTo(ChronoUnit.MILLIS).toString());
			out.writeAttribute("Destination", destination);
			writeFlagsAndResponseUrl(out, options);
			text(out, "Issuer", issuer);
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

}
