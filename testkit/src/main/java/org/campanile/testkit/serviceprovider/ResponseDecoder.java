package org.campanile.testkit.serviceprovider;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import net.shibboleth.utilities.java.support.xml.SerializeSupport;
import org.jspecify.annotations.Nullable;
import org.opensaml.saml.common.SAMLVersion;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.Attribute;
import org.opensaml.saml.saml2.core.AttributeStatement;
import org.opensaml.saml.saml2.core.NameID;
import org.opensaml.saml.saml2.core.Response;
import org.opensaml.saml.saml2.core.Status;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import org.campanile.saml.StatusCode;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;
import org.campanile.testkit.serviceprovider.AssertionCheck.Checked;
import org.campanile.testkit.serviceprovider.AssertionDecryption.Decrypted;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;

/**
 * Decodes a response and checks every part of it (SAML Profiles 4.1.4). Only the form of
 * the document is checked before the response's signature has been verified. Thread-safe.
 */
final class ResponseDecoder {

	private final ServiceProviderSettings settings;

	private final AssertionDecryption decryption;

	private final InstantSource clock;

	private final SignatureCheck signatures = new SignatureCheck();

	/**
	 * Refuses a document with a duplicate ID: a signature could then cover an element
	 * other than the one that is read.
	 */
	private static final class UniqueIds {

		private final Set<String> seen = new HashSet<>();

		void check(Element element) throws ResponseRejectedException {
			for (String name : List.of("ID", "Id", "id")) {
				if (element.hasAttribute(name) && !seen.add(element.getAttribute(name))) {
					throw new ResponseRejectedException(Reason.DUPLICATE_ID,
							element.getNodeName() + " repeats the ID " + element.getAttribute(name));
				}
			}
			for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
				if (child instanceof Element inner) {
					check(inner);
				}
			}
		}

	}

	public ResponseDecoder(ServiceProviderSettings settings, ServiceProviderKeys keys, InstantSource clock) {
		this.settings = settings;
		this.decryption = new AssertionDecryption(settings, keys);
		this.clock = clock;
	}

	/**
	 * @param samlResponse base64 without line breaks
	 */
	public DecodedResponse decode(String samlResponse, ResponseExpectations expected) throws ResponseRejectedException {
		byte[] xml = bytes(samlResponse);
		UniqueIds ids = new UniqueIds();
		Response response = parse(xml, ids, expected);
		String algorithm = signatures.verify(response, expected.identityProvider().signingKeys());
		Validity validity = new Validity(clock.instant(), expected.clockSkew(), expected.maxValidity());
		checkEnvelope(response, expected, validity);
		StatusCode status = status(response.getStatus());
		Optional<DecodedAssertion> assertion = Optional.empty();
		if (assertionExpected(response, status)) {
			assertion = Optional.of(assertion(response, ids, expected, validity));
		}
		return new DecodedResponse(response.getID(), response.getInResponseTo(), response.getIssueInstant(), status,
				message(response.getStatus()), algorithm, assertion, new String(xml, StandardCharsets.UTF_8));
	}

	private static byte[] bytes(String samlResponse) throws ResponseRejectedException {
		try {
			return Base64.getDecoder().decode(samlResponse);
		}
		catch (IllegalArgumentException ex) {
			throw new ResponseRejectedException(Reason.UNDECODABLE, "not base64: " + ex.getMessage(), ex);
		}
	}

	private static Response parse(byte[] xml, UniqueIds ids, ResponseExpectations expected)
			throws ResponseRejectedException {
		Element root;
		try {
			root = OpenSaml.get().parse(xml).getDocumentElement();
		}
		catch (XmlRefusedException ex) {
			throw new ResponseRejectedException(Reason.UNDECODABLE, String.valueOf(ex.getMessage()), ex);
		}
		ids.check(root);
		if (!Response.DEFAULT_ELEMENT_NAME.getLocalPart().equals(root.getLocalName())
				|| !Response.DEFAULT_ELEMENT_NAME.getNamespaceURI().equals(root.getNamespaceURI())) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, "the root element is " + root.getNodeName());
		}
		validate(root, expected);
		try {
			return OpenSaml.get().unmarshall(root, Response.class);
		}
		catch (XmlRefusedException ex) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static void validate(Node node, ResponseExpectations expected) throws ResponseRejectedException {
		if (!expected.schemaChecked()) {
			return;
		}
		try {
			SamlSchemas.validate(node);
		}
		catch (XmlRefusedException ex) {
			throw new ResponseRejectedException(Reason.SCHEMA_INVALID, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static void checkEnvelope(Response response, ResponseExpectations expected, Validity validity)
			throws ResponseRejectedException {
		if (!SAMLVersion.VERSION_20.equals(response.getVersion()) || response.getID() == null) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, "a response without ID or not of SAML 2.0");
		}
		IssuerCheck.check(response.getIssuer(), expected.identityProvider().entityId(), "the response");
		if (!expected.endpoint().equals(response.getDestination())) {
			throw new ResponseRejectedException(Reason.WRONG_DESTINATION,
					"Destination is " + response.getDestination() + ", this is " + expected.endpoint());
		}
		validity.issued(response.getIssueInstant(), "Response IssueInstant");
		if (!expected.inResponseTo().isExpected(response.getInResponseTo())) {
			throw new ResponseRejectedException(Reason.WRONG_IN_RESPONSE_TO,
					"no request " + response.getInResponseTo() + " waits for an answer");
		}
	}

	private static StatusCode status(@Nullable Status status) throws ResponseRejectedException {
		if (status == null || status.getStatusCode() == null || status.getStatusCode().getValue() == null) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, "no StatusCode");
		}
		org.opensaml.saml.saml2.core.StatusCode second = status.getStatusCode().getStatusCode();
		return new StatusCode(status.getStatusCode().getValue(), second == null ? null : second.getValue());
	}

	private static @Nullable String message(Status status) {
		return status.getStatusMessage() == null ? null : status.getStatusMessage().getValue();
	}

	private static boolean assertionExpected(Response response, StatusCode status) throws ResponseRejectedException {
		int count = response.getAssertions().size() + response.getEncryptedAssertions().size();
		boolean success = StatusCode.SUCCESS.topLevel().equals(status.topLevel());
		if (count != (success ? 1 : 0)) {
			throw new ResponseRejectedException(Reason.WRONG_ASSERTION_COUNT,
					count + " assertions with status " + status.topLevel());
		}
		return success;
	}

	private DecodedAssertion assertion(Response response, UniqueIds ids, ResponseExpectations expected,
			Validity validity) throws ResponseRejectedException {
		Assertion assertion;
		String method = null;
		if (response.getEncryptedAssertions().isEmpty()) {
			if (settings.encryptionKeyOffered() && !expected.clearAccepted()) {
				throw new ResponseRejectedException(Reason.WRONG_PROTECTION,
						"the assertion is in the clear though our metadata offers a key");
			}
			assertion = response.getAssertions().getFirst();
		}
		else if (settings.encryptionKeyOffered()) {
			Decrypted decrypted = decryption.decrypt(response.getEncryptedAssertions().getFirst());
			assertion = decrypted.assertion();
			method = decrypted.method();
			ids.check(BackingDom.of(assertion));
			validate(BackingDom.of(assertion), expected);
		}
		else {
			throw new ResponseRejectedException(Reason.WRONG_PROTECTION,
					"the assertion is encrypted though our metadata offers no key");
		}
		if (settings.wantAssertionsSigned() || assertion.isSigned()) {
			signatures.verify(assertion, expected.identityProvider().signingKeys());
		}
		String issuer = expected.identityProvider().entityId();
		AssertionCheck check = new AssertionCheck(issuer,
				new SubjectCheck(expected.endpoint(), response.getInResponseTo(), validity),
				new ConditionsCheck(settings.entityId(), validity), validity);
		return read(assertion, check.check(assertion), method);
	}

	/**
	 * Converts a checked assertion to plain data. Texts are read from the DOM, because
	 * OpenSAML's objects trim them.
	 */
	private static DecodedAssertion read(Assertion assertion, Checked checked, @Nullable String encryptionMethod) {
		return new DecodedAssertion(assertion.getID(), checked.issued(), checked.notOnOrAfter(),
				nameId(assertion.getSubject().getNameID()), attributes(assertion),
				checked.statement().getAuthnInstant(), checked.authnContextClass(),
				checked.statement().getSessionIndex(), checked.statement().getSessionNotOnOrAfter(),
				assertion.getSignature() != null, encryptionMethod,
				SerializeSupport.nodeToString(BackingDom.of(assertion)));
	}

	private static NameId nameId(NameID nameId) {
		String format = nameId.getFormat();
		return new NameId(BackingDom.text(nameId), format == null ? NameId.UNSPECIFIED : format,
				nameId.getNameQualifier(), nameId.getSPNameQualifier());
	}

	private static List<DecodedAttribute> attributes(Assertion assertion) {
		List<DecodedAttribute> attributes = new ArrayList<>();
		for (AttributeStatement statement : assertion.getAttributeStatements()) {
			for (Attribute attribute : statement.getAttributes()) {
				attributes.add(new DecodedAttribute(attribute.getName(), attribute.getNameFormat(),
						attribute.getFriendlyName(),
						attribute.getAttributeValues().stream().map(BackingDom::text).toList()));
			}
		}
		return attributes;
	}

}
