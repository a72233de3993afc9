package org.campanile.testkit.saml;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.function.UnaryOperator;

import javax.xml.crypto.dsig.DigestMethod;

import org.campanile.saml.Saml;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.jspecify.annotations.Nullable;

/**
 * A response under construction. Immutable; everything is valid unless changed.
 *
 * @param issuer its issuer
 * @param assertion the assertion's XML; null for none
 * @param envelope the response's XML, with {@code {assertion}} in place of the assertion
 * @param assertionKeys sign the assertion; null to leave it unsigned
 * @param responseKeys sign the response; null to leave it unsigned
 * @param recipient the certificate it is encrypted to; null to leave it unencrypted
 * @param encryptionMethod the URI of the block encryption
 * @param signatureMethod the URI of the signature algorithm
 */
public record TestResponse(TestIdentityProvider issuer, @Nullable String assertion, String envelope,
		@Nullable ServiceProviderKeys assertionKeys, @Nullable ServiceProviderKeys responseKeys,
		@Nullable X509Certificate recipient, String encryptionMethod, String signatureMethod) {

	private static final String ASSERTION_PLACE = "{assertion}";

	/**
	 * A success for the user {@code alice}, valid at the given time for five minutes, not
	 * signed or encrypted yet.
	 * @param requestId the ID of the request; null for an unsolicited response
	 */
	public static TestResponse success(TestIdentityProvider issuer, String audience, String endpoint,
			@Nullable String requestId, Instant now) {
		String answered = requestId == null ? "" : " InResponseTo=\"" + requestId + "\"";
		String end = now.plusSeconds(300).toString();
		String assertion = """
				<saml:Assertion xmlns:saml="%s" xmlns:xs="http://www.w3.org/2001/XMLSchema" \
				xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="_a%s" Version="2.0" IssueInstant="%s">\
				<saml:Issuer>%s</saml:Issuer><saml:Subject>\
				<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient" SPNameQualifier="%s">_n1</saml:NameID>\
				<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\
				<saml:SubjectConfirmationData NotOnOrAfter="%s" Recipient="%s"%s/></saml:SubjectConfirmation>\
				</saml:Subject><saml:Conditions NotBefore="%s" NotOnOrAfter="%s"><saml:AudienceRestriction>\
				<saml:Audience>%s</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
				<saml:AuthnStatement AuthnInstant="%s" SessionIndex="_s1" SessionNotOnOrAfter="%s"><saml:AuthnContext>\
				<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport\
				</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>\
				<saml:Attribute Name="urn:oid:0.9.2342.19200300.100.1.1" FriendlyName="uid" \
				NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">\
				<saml:AttributeValue xsi:type="xs:string">alice</saml:AttributeValue></saml:Attribute>\
				<saml:Attribute Name="urn:oid:1.3.6.1.4.1.5923.1.1.1.1" FriendlyName="eduPersonAffiliation" \
				NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">\
				<saml:AttributeValue xsi:type="xs:string"> &lt;staff&gt; </saml:AttributeValue>\
				<saml:AttributeValue xsi:type="xs:string">member</saml:AttributeValue></saml:Attribute>\
				</saml:AttributeStatement></saml:Assertion>"""
			.formatted(Saml.ASSERTION_NS,
					Integer.toHexString(endpoint.hashCode() ^ now.hashCode() ^ answered.hashCode()), now,
					issuer.entityId(), audience, end, endpoint, answered, now, end, audience, now,
					now.plusSeconds(3600));
		return new TestResponse(issuer, assertion,
				envelope(issuer, endpoint, answered, now, "urn:oasis:names:tc:SAML:2.0:status:Success"), null, null,
				null, ServiceProviderSettings.AES_128_GCM, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
	}

	/**
	 * Returns the same response without an assertion and with a status of
	 * {@code Responder}.
	 */
	public TestResponse refused(String secondLevel) {
		return withoutAssertion().alteringResponse(xml -> xml.replace(
				"<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/>",
				"<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Responder\"><samlp:StatusCode Value=\""
						+ secondLevel + "\"/></samlp:StatusCode><samlp:StatusMessage>no</samlp:StatusMessage>"));
	}

	/** Returns the same response without its assertion. */
	public TestResponse withoutAssertion() {
		return new TestResponse(issuer, null, envelope, assertionKeys, responseKeys, recipient, encryptionMethod,
				signatureMethod);
	}

	/**
	 * Returns the same response with the assertion's XML changed before anything is
	 * signed.
	 */
	public TestResponse alteringAssertion(UnaryOperator<String> change) {
		return new TestResponse(issuer, changed(String.valueOf(assertion), change), envelope, assertionKeys,
				responseKeys, recipient, encryptionMethod, signatureMethod);
	}

	/**
	 * Returns the same response with the envelope's XML changed before anything is
	 * signed.
	 */
	public TestResponse alteringResponse(UnaryOperator<String> change) {
		return new TestResponse(issuer, assertion, changed(envelope, change), assertionKeys, responseKeys, recipient,
				encryptionMethod, signatureMethod);
	}

	/** Returns the same response with the assertion signed by those keys. */
	public TestResponse withAssertionSigned(ServiceProviderKeys keys) {
		return new TestResponse(issuer, assertion, envelope, keys, responseKeys, recipient, encryptionMethod,
				signatureMethod);
	}

	/** Returns the same response with the response signed by those keys. */
	public TestResponse withResponseSigned(ServiceProviderKeys keys) {
		return new TestResponse(issuer, assertion, envelope, assertionKeys, keys, recipient, encryptionMethod,
				signatureMethod);
	}

	/** Returns the same response, encrypted. */
	public TestResponse encryptedTo(X509Certificate certificate, String method) {
		return new TestResponse(issuer, assertion, envelope, assertionKeys, responseKeys, certificate, method,
				signatureMethod);
	}

	/** Returns the same response, signed with another algorithm. */
	public TestResponse withSignatureMethod(String method) {
		return new TestResponse(issuer, assertion, envelope, assertionKeys, responseKeys, recipient, encryptionMethod,
				method);
	}

	/**
	 * Returns the XML: the assertion signed, then encrypted, then the response signed,
	 * each only if configured.
	 */
	public String xml() {
		String inner = assertion == null ? "" : assertion;
		if (!inner.isEmpty() && assertionKeys != null) {
			inner = sign(inner, assertionKeys);
		}
		if (!inner.isEmpty() && recipient != null) {
			inner = TestEncryption.encrypt(inner, recipient, encryptionMethod);
		}
		String whole = envelope.replace(ASSERTION_PLACE, inner);
		return responseKeys == null ? whole : sign(whole, responseKeys);
	}

	private String sign(String xml, ServiceProviderKeys keys) {
		return TestXmlSigner.with(keys.privateKey()).algorithms(signatureMethod, DigestMethod.SHA256).sign(xml);
	}

	/** Returns the response encoded for the form field. */
	public String encoded() {
		return encode(xml());
	}

	/** Encodes any XML for the form field. */
	public static String encode(String xml) {
		return Base64.getEncoder().encodeToString(xml.getBytes(StandardCharsets.UTF_8));
	}

	private static String envelope(TestIdentityProvider issuer, String endpoint, String answered, Instant now,
			String status) {
		return """
				<samlp:Response xmlns:samlp="%s" ID="_r1" Version="2.0" IssueInstant="%s" Destination="%s"%s>\
				<saml:Issuer xmlns:saml="%s">%s</saml:Issuer><samlp:Status><samlp:StatusCode Value="%s"/></samlp:Status>\
				{assertion}</samlp:Response>"""
			.formatted(Saml.PROTOCOL_NS, now, endpoint, answered, Saml.ASSERTION_NS, issuer.entityId(), status);
	}

	/**
	 * Changes the XML. A change that changes nothing would make a test that cannot fail.
	 */
	private static String changed(String xml, UnaryOperator<String> change) {
		String changed = change.apply(xml);
		if (changed.equals(xml)) {
			throw new IllegalArgumentException("the change does not apply to " + xml);
		}
		return changed;
	}

}
