package org.campanile.saml.opensaml;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.ParsedLogoutRequest;
import org.campanile.saml.message.ParsedLogoutResponse;
import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.LogoutRequest;
import org.opensaml.saml.saml2.core.LogoutResponse;
import org.w3c.dom.Element;

/**
 * Parses the messages of single logout (SAML Core 3.7), with the SOAP envelope they may
 * come in: bytes in, a plain record out. Thread-safe.
 * <p>
 * As with AuthnRequests, names are read unchanged from the document itself.
 */
public final class LogoutMessageParser {

	/** The maximum length of a NameID and of a SessionIndex, in characters. */
	private static final int MAX_NAME = 1024;

	private static final Set<String> REQUEST_PROTOCOL_PARTS = Set.of("Extensions", "SessionIndex");

	private static final Set<String> REQUEST_ASSERTION_PARTS = Set.of("Issuer", "NameID");

	private static final Set<String> RESPONSE_PROTOCOL_PARTS = Set.of("Extensions", "Status");

	private final OpenSaml openSaml;

	public LogoutMessageParser(OpenSaml openSaml) {
		this.openSaml = openSaml;
	}

	/**
	 * Parses a request and checks its form, but not its content. An encrypted identifier
	 * is refused like all encrypted content.
	 * @throws SamlFault always local: {@link FaultCode#XML_REFUSED},
	 * {@link FaultCode#NOT_A_LOGOUT_MESSAGE}, {@link FaultCode#REQUEST_MALFORMED},
	 * {@link FaultCode#ISSUER_INVALID}, and for the form of a signature
	 * {@link FaultCode#SIGNATURE_INVALID} or
	 * {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public ParsedLogoutRequest parseRequest(InboundMessage message) throws SamlFault {
		Element root = root(message, "LogoutRequest");
		MessageShape.check(root, REQUEST_PROTOCOL_PARTS, REQUEST_ASSERTION_PARTS, Set.of("SessionIndex"));
		MessageHeader header = MessageShape.header(root);
		Instant notOnOrAfter = root.hasAttributeNS(null, "NotOnOrAfter") ? MessageShape.dateTime(root, "NotOnOrAfter")
				: null;
		Optional<SignatureShape> shape = SignatureShape.check(root);
		LogoutRequest request = openSaml.message(root, LogoutRequest.class);
		Element nameId = part(root, Saml.ASSERTION_NS, "NameID");
		String format = Dom.emptyToNull(Dom.attribute(nameId, "Format"));
		return new ParsedLogoutRequest(header, name(nameId), NameId.UNSPECIFIED.equals(format) ? null : format,
				Dom.emptyToNull(Dom.attribute(nameId, "NameQualifier")),
				Dom.emptyToNull(Dom.attribute(nameId, "SPNameQualifier")), sessionIndexes(root), notOnOrAfter,
				EnvelopedSignature.of(shape, request));
	}

	/**
	 * Parses a response and checks its form, but not its content.
	 * @throws SamlFault as for {@link #parseRequest}
	 */
	public ParsedLogoutResponse parseResponse(InboundMessage message) throws SamlFault {
		Element root = root(message, "LogoutResponse");
		MessageShape.check(root, RESPONSE_PROTOCOL_PARTS, Set.of("Issuer"), Set.of());
		MessageHeader header = MessageShape.header(root);
		String inResponseTo = Dom.attribute(root, "InResponseTo");
		if (inResponseTo != null && !MessageShape.isId(inResponseTo)) {
			throw MessageShape.malformed("InResponseTo is not a name (xs:NCName)");
		}
		Optional<SignatureShape> shape = SignatureShape.check(root);
		LogoutResponse response = openSaml.message(root, LogoutResponse.class);
		return new ParsedLogoutResponse(header, inResponseTo, status(part(root, Saml.PROTOCOL_NS, "Status")),
				EnvelopedSignature.of(shape, response));
	}

	private Element root(InboundMessage message, String name) throws SamlFault {
		Element root = openSaml.screened(message.xml()).getDocumentElement();
		if (message.binding().equals(Saml.BINDING_SOAP)) {
			root = soapContent(root);
		}
		if (!Dom.is(root, Saml.PROTOCOL_NS, name)) {
			throw refused("the message is {" + root.getNamespaceURI() + "}" + root.getLocalName() + ", not a " + name);
		}
		return root;
	}

	/**
	 * The only element in the body of an envelope of the SOAP binding (SAML Bindings
	 * 3.2.2.1).
	 * @throws SamlFault {@link FaultCode#NOT_A_LOGOUT_MESSAGE} if it is not a SOAP 1.1
	 * envelope with one message, or has a header that must be understood
	 */
	private static Element soapContent(Element envelope) throws SamlFault {
		if (!isSoap(envelope, "Envelope")) {
			throw refused("the document is {" + envelope.getNamespaceURI() + "}" + envelope.getLocalName()
					+ ", not an envelope of SOAP 1.1");
		}
		List<Element> parts = Dom.children(envelope);
		if (!parts.isEmpty() && isSoap(parts.getFirst(), "Header")) {
			requireOptional(parts.getFirst());
			parts = parts.subList(1, parts.size());
		}
		if (parts.size() != 1 || !isSoap(parts.getFirst(), "Body")) {
			throw refused("the envelope must hold a Body, and before it at most a Header");
		}
		List<Element> content = Dom.children(parts.getFirst());
		if (content.size() != 1) {
			throw refused("the body of the envelope must hold one message; it holds " + content.size() + " elements");
		}
		if (isSoap(content.getFirst(), "Fault")) {
			throw refused("the message is a SOAP fault");
		}
		return content.getFirst();
	}

	private static void requireOptional(Element header) throws SamlFault {
		for (Element block : Dom.children(header)) {
			String must = block.getAttributeNS(Saml.SOAP_NS, "mustUnderstand");
			if (must.equals("1") || must.equals("true")) {
				throw refused("the envelope's header " + block.getNodeName() + " must be understood, and is not");
			}
		}
	}

	private static boolean isSoap(Element element, String name) {
		return Dom.is(element, Saml.SOAP_NS, name);
	}

	private static SamlFault refused(String detail) {
		return SamlFault.local(FaultCode.NOT_A_LOGOUT_MESSAGE, detail);
	}

	private static Element part(Element root, String namespace, String name) throws SamlFault {
		return Dom.children(root)
			.stream()
			.filter(part -> Dom.is(part, namespace, name))
			.findFirst()
			.orElseThrow(() -> MessageShape.malformed(name + " is missing"));
	}

	private static List<String> sessionIndexes(Element root) throws SamlFault {
		List<String> names = new java.util.ArrayList<>();
		for (Element part : Dom.children(root)) {
			if (Dom.is(part, Saml.PROTOCOL_NS, "SessionIndex")) {
				names.add(name(part));
			}
		}
		return names;
	}

	private static String name(Element element) throws SamlFault {
		if (!Dom.children(element).isEmpty()) {
			throw MessageShape.malformed(element.getLocalName() + " holds elements");
		}
		String name = element.getTextContent();
		if (name.isBlank() || name.length() > MAX_NAME) {
			throw MessageShape.malformed(element.getLocalName() + " has " + name.length() + " characters; 1 to "
					+ MAX_NAME + " make a name");
		}
		return name;
	}

	private static StatusCode status(Element status) throws SamlFault {
		Element code = part(status, Saml.PROTOCOL_NS, "StatusCode");
		@Nullable String second = null;
		for (Element inner : Dom.children(code)) {
			if (!Dom.is(inner, Saml.PROTOCOL_NS, "StatusCode") || second != null) {
				throw MessageShape.malformed("StatusCode holds more than one StatusCode");
			}
			second = value(inner);
		}
		return new StatusCode(value(code), second);
	}

	private static String value(Element code) throws SamlFault {
		String value = Dom.attribute(code, "Value");
		if (value == null || value.isBlank()) {
			throw MessageShape.malformed("StatusCode has no Value");
		}
		return Objects.requireNonNull(value);
	}

}
