package org.campanile.saml.opensaml;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.xml.XsdDateTime;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Checks the requirements of the schema on every message (SAML Core 3.2.1, 3.2.2) that
 * OpenSAML's unmarshallers do not enforce. The order of the elements is not checked.
 */
final class MessageShape {

	private static final int MAX_ID = 256;

	private static final int MAX_TIME = 64;

	/** The maximum length of an entityID (SAML Core 8.3.6). */
	private static final int MAX_ENTITY_ID = 1024;

	private static final String ENTITY_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";

	private static final String NAME_START = "A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D"
			+ "\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD";

	/** Matches a name of XML Namespaces 1.0, section 3, within the basic plane. */
	private static final Pattern NCNAME = Pattern
		.compile("[" + NAME_START + "][" + NAME_START + "\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*");

	private static final Pattern VERSION = Pattern.compile("[0-9]{1,3}\\.[0-9]{1,3}");

	private MessageShape() {
	}

	/**
	 * @param protocolParts names of the permitted elements in SAML's protocol namespace
	 * @param assertionParts the same for SAML's assertion namespace
	 * @param repeated those of them that may occur more than once
	 * @throws SamlFault {@link FaultCode#REQUEST_MALFORMED},
	 * {@link FaultCode#ISSUER_INVALID}
	 */
	static void check(Element root, Set<String> protocolParts, Set<String> assertionParts, Set<String> repeated)
			throws SamlFault {
		String id = Dom.attribute(root, "ID");
		if (!isId(id)) {
			throw malformed("ID must be a name (xs:ID) of at most " + MAX_ID + " characters");
		}
		require(VERSION, "Version", Dom.attribute(root, "Version"));
		checkParts(Dom.children(root), protocolParts, assertionParts, repeated);
		checkIssuer(root);
	}

	/**
	 * The common parts of a message that has passed {@link #check}.
	 * @throws SamlFault {@link FaultCode#REQUEST_MALFORMED} if its IssueInstant is not a
	 * time
	 */
	static MessageHeader header(Element root) throws SamlFault {
		return new MessageHeader(Objects.requireNonNull(Dom.attribute(root, "ID")),
				Objects.requireNonNull(Dom.attribute(root, "Version")), dateTime(root, "IssueInstant"),
				Dom.attribute(root, "Destination"), issuer(root).getTextContent());
	}

	static boolean isId(@Nullable String id) {
		return id != null && id.length() <= MAX_ID && NCNAME.matcher(id).matches();
	}

	/** The time in an attribute of the message. */
	static Instant dateTime(Element root, String name) throws SamlFault {
		String value = Dom.attribute(root, name);
		// OpenSAML reads it too, and takes time that grows with the square of its length.
		return Optional.ofNullable(value)
			.filter(text -> text.length() <= MAX_TIME)
			.flatMap(XsdDateTime::parse)
			.orElseThrow(() -> missingOrMalformed(name, value));
	}

	static void require(Pattern pattern, String name, @Nullable String value) throws SamlFault {
		if (value == null || !pattern.matcher(value).matches()) {
			throw missingOrMalformed(name, value);
		}
	}

	private static SamlFault missingOrMalformed(String name, @Nullable String value) {
		return malformed(name + (value == null ? " is missing" : " is malformed: " + value));
	}

	private static void checkParts(List<Element> parts, Set<String> protocolParts, Set<String> assertionParts,
			Set<String> repeated) throws SamlFault {
		Set<String> seen = new HashSet<>();
		for (Element part : parts) {
			String namespace = String.valueOf(part.getNamespaceURI());
			boolean known = switch (namespace) {
				case Saml.PROTOCOL_NS -> protocolParts.contains(part.getLocalName());
				case Saml.ASSERTION_NS -> assertionParts.contains(part.getLocalName());
				// SignatureShape checks the number and position of signatures.
				case Saml.DSIG_NS -> part.getLocalName().equals("Signature");
				default -> false;
			};
			if (!known) {
				throw malformed("unexpected element {" + namespace + "}" + part.getLocalName());
			}
			if (!namespace.equals(Saml.DSIG_NS) && !repeated.contains(part.getLocalName())
					&& !seen.add(part.getLocalName())) {
				throw malformed("more than one " + part.getLocalName());
			}
		}
	}

	private static void checkIssuer(Element root) throws SamlFault {
		Element issuer = issuer(root);
		String format = Dom.attribute(issuer, "Format");
		if (format != null && !format.equals(ENTITY_FORMAT)) {
			throw SamlFault.local(FaultCode.ISSUER_INVALID, "the Format of Issuer names no entity: " + format);
		}
		if (!Dom.children(issuer).isEmpty()) {
			throw SamlFault.local(FaultCode.ISSUER_INVALID, "Issuer holds elements");
		}
		String name = issuer.getTextContent();
		if (name.isBlank() || name.length() > MAX_ENTITY_ID) {
			throw SamlFault.local(FaultCode.ISSUER_INVALID,
					"Issuer has " + name.length() + " characters; 1 to " + MAX_ENTITY_ID + " make a name");
		}
	}

	/** The one Issuer. */
	static Element issuer(Element root) throws SamlFault {
		return Dom.children(root)
			.stream()
			.filter(part -> Dom.is(part, Saml.ASSERTION_NS, "Issuer"))
			.findFirst()
			.orElseThrow(() -> SamlFault.local(FaultCode.ISSUER_INVALID, "Issuer is missing"));
	}

	static SamlFault malformed(String detail) {
		return SamlFault.local(FaultCode.REQUEST_MALFORMED, detail);
	}

}
