package org.campanile.saml.opensaml;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.saml2.core.AuthnContextClassRef;
import org.opensaml.saml.saml2.core.AuthnContextComparisonTypeEnumeration;
import org.opensaml.saml.saml2.core.AuthnRequest;
import org.opensaml.saml.saml2.core.NameIDPolicy;
import org.w3c.dom.Element;

/**
 * Parses an AuthnRequest (SAML Core 3.4.1): bytes in, a plain record out. Thread-safe.
 * <p>
 * Names and URLs are read from the document itself: OpenSAML trims them and truncates
 * text that consists of several nodes, but they must be compared exactly.
 */
public final class AuthnRequestParser {

	private static final int MAX_INDEX = 65_535;

	/**
	 * The maximum size of a URI in a NameIDPolicy, in bytes, which is that of a name of
	 * an entity (SAML Core 8.3.6). Until the request is answered it is part of addresses.
	 */
	private static final int MAX_URI = 1024;

	private static final Pattern BOOLEAN = Pattern.compile("true|false|1|0");

	private static final Pattern INDEX = Pattern.compile("[+-]?[0-9]{1,32}");

	private static final Set<String> PROTOCOL_PARTS = Set.of("Extensions", "NameIDPolicy", "RequestedAuthnContext",
			"Scoping");

	private static final Set<String> ASSERTION_PARTS = Set.of("Issuer", "Subject", "Conditions");

	private final OpenSaml openSaml;

	public AuthnRequestParser(OpenSaml openSaml) {
		this.openSaml = openSaml;
	}

	/**
	 * Parses a request and checks its form, but not its content.
	 * @throws SamlFault always local: {@link FaultCode#XML_REFUSED},
	 * {@link FaultCode#NOT_AN_AUTHN_REQUEST}, {@link FaultCode#REQUEST_MALFORMED},
	 * {@link FaultCode#ISSUER_INVALID}, and for the form of a signature
	 * {@link FaultCode#SIGNATURE_INVALID} or
	 * {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	public ParsedAuthnRequest parse(byte[] xml) throws SamlFault {
		Element root = openSaml.screened(xml).getDocumentElement();
		checkShape(root);
		Optional<SignatureShape> shape = SignatureShape.check(root);
		MessageHeader header = MessageShape.header(root);
		AuthnRequest request = openSaml.message(root, AuthnRequest.class);
		boolean declared = request.getRequestedAuthnContext() != null
				&& !request.getRequestedAuthnContext().getAuthnContextDeclRefs().isEmpty();
		return new ParsedAuthnRequest(header, Boolean.TRUE.equals(request.isForceAuthn()),
				Boolean.TRUE.equals(request.isPassive()), Dom.attribute(root, "AssertionConsumerServiceURL"),
				index("AssertionConsumerServiceIndex", request.getAssertionConsumerServiceIndex()),
				Dom.attribute(root, "ProtocolBinding"),
				index("AttributeConsumingServiceIndex", request.getAttributeConsumingServiceIndex()),
				nameId(request.getNameIDPolicy(), header.issuer()), declared ? null : authnContext(request), declared,
				request.getSubject() != null, EnvelopedSignature.of(shape, request));
	}

	/**
	 * Checks the requirements of the schema (SAML Core 3.2.1, 3.4.1) that OpenSAML's
	 * unmarshaller does not enforce. The order of the elements is not checked.
	 */
	private static void checkShape(Element root) throws SamlFault {
		if (!Dom.is(root, Saml.PROTOCOL_NS, "AuthnRequest")) {
			throw SamlFault.local(FaultCode.NOT_AN_AUTHN_REQUEST,
					"the message is {" + root.getNamespaceURI() + "}" + root.getLocalName() + ", not an AuthnRequest");
		}
		MessageShape.check(root, PROTOCOL_PARTS, ASSERTION_PARTS, Set.of());
		for (String name : List.of("ForceAuthn", "IsPassive")) {
			// OpenSAML would treat any value other than true as false.
			if (root.hasAttributeNS(null, name)) {
				MessageShape.require(BOOLEAN, name, Dom.attribute(root, name));
			}
		}
		for (String name : List.of("AssertionConsumerServiceIndex", "AttributeConsumingServiceIndex")) {
			// OpenSAML would accept digits of other scripts.
			if (root.hasAttributeNS(null, name)) {
				MessageShape.require(INDEX, name, Dom.attribute(root, name));
			}
		}
	}

	private static OptionalInt index(String name, @Nullable Integer index) throws SamlFault {
		if (index == null) {
			return OptionalInt.empty();
		}
		if (index < 0 || index > MAX_INDEX) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED, name + " is not between 0 and 65535: " + index);
		}
		return OptionalInt.of(index);
	}

	private static NameIdRequest nameId(@Nullable NameIDPolicy policy, String issuer) throws SamlFault {
		if (policy == null) {
			return NameIdRequest.ANY;
		}
		String format = uri("Format", policy.getFormat());
		String qualifier = uri("SPNameQualifier", policy.getSPNameQualifier());
		return new NameIdRequest(NameId.UNSPECIFIED.equals(format) ? null : format,
				issuer.equals(qualifier) ? null : qualifier, Boolean.TRUE.equals(policy.getAllowCreate()));
	}

	private static @Nullable String uri(String name, @Nullable String value) throws SamlFault {
		if (value != null && value.getBytes(StandardCharsets.UTF_8).length > MAX_URI) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED,
					name + " of NameIDPolicy has more than " + MAX_URI + " bytes");
		}
		return Dom.emptyToNull(value);
	}

	private static @Nullable RequestedAuthnContext authnContext(AuthnRequest request) throws SamlFault {
		var requested = request.getRequestedAuthnContext();
		if (requested == null) {
			return null;
		}
		List<String> classes = requested.getAuthnContextClassRefs()
			.stream()
			.map(AuthnContextClassRef::getURI)
			.filter(Objects::nonNull)
			.toList();
		if (classes.isEmpty()) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED, "RequestedAuthnContext is empty");
		}
		AuthnContextComparisonTypeEnumeration comparison = requested.getComparison();
		RequestedAuthnContext context = new RequestedAuthnContext(
				comparison == null ? Comparison.EXACT : Comparison.valueOf(comparison.name()), classes);
		if (!context.fitsIntoAddress()) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED,
					"RequestedAuthnContext is too long, with " + classes.size() + " classes");
		}
		return context;
	}

}
