package org.campanile.web.attack;

import java.security.KeyPair;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.crypto.spec.SecretKeySpec;

import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestSigningKeys;
import org.campanile.testkit.saml.TestXmlSigner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests attacks on the signature of requests. Alice is signed in, and each request is
 * valid but for one fault, without which it would be answered at once.
 */
class RequestSignatureAttackTests {

	private static AttackedIdp attacked;

	@BeforeAll
	static void start() {
		attacked = AttackedIdp.start();
	}

	@AfterAll
	static void stop() {
		attacked.assertSessionUnchanged();
		attacked.close();
	}

	/** Returns queries with a faulty signature in their parameters. */
	static Stream<Arguments> badQueries() {
		String signed = attacked.signed(attacked.redirectUrl()).relayState("state").redirectQuery();
		String request = signed.substring(0, signed.indexOf("&RelayState"));
		return Stream.of(Arguments.of("stripped", request),
				Arguments.of("SigAlg alone", signed.substring(0, signed.indexOf("&Signature="))),
				Arguments.of("Signature alone", signed.replaceFirst("&SigAlg=[^&]*", "")),
				Arguments.of("another RelayState", signed.replace("RelayState=state", "RelayState=other")),
				Arguments.of("RelayState taken away", signed.replace("&RelayState=state", "")),
				Arguments.of("RelayState encoded otherwise", signed.replace("RelayState=state", "RelayState=%73tate")),
				Arguments.of("another algorithm", signed.replace("rsa-sha256", "rsa-sha512")),
				Arguments.of("no algorithm", signed.replaceFirst("SigAlg=[^&]*", "SigAlg=")),
				Arguments.of("empty signature", signed.replaceFirst("Signature=.*", "Signature=")),
				Arguments.of("signature twice", signed + "&Signature=AAAA"),
				Arguments.of("of another request",
						attacked.signed(attacked.redirectUrl()).redirectQuery().replaceFirst("&.*", "")
								+ signed.substring(signed.indexOf("&SigAlg"))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("badQueries")
	void whenTheQuerysSignatureIsWrongThenRefused(String what, String query) {
		attacked.assertRefused(attacked.redirect(query), 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).matches("SIGNATURE_.*|MESSAGE_UNDECODABLE");
	}

	@Test
	void whenTheKeyOrAlgorithmIsNotAcceptedThenRefused() {
		KeyPair other = TestSigningKeys.rsa("other", 2048);
		KeyPair weak = TestSigningKeys.rsa("weak", 1024);
		attacked.assertRefused(attacked.post(attacked.signed(attacked.postUrl()).signedBy(other).signedXml()), 400,
				"SIGNATURE_INVALID");
		attacked.assertRefused(
				attacked.redirect(attacked.signed(attacked.redirectUrl()).signedBy(other).redirectQuery()), 400,
				"SIGNATURE_INVALID");
		attacked.assertRefused(
				attacked.redirect(attacked.signed(attacked.redirectUrl()).signedBy(weak).redirectQuery()), 400,
				attacked.auditedReason());
		attacked.assertRefused(attacked.redirect(attacked.signed(attacked.redirectUrl())
			.signedBy(attacked.signing().keys(), TestXmlSigner.RSA_SHA1, "SHA1withRSA")
			.redirectQuery()), 400, "SIGNATURE_ALGORITHM_REFUSED");
		assertThat(attacked.audit().lines().getFirst()).contains(TestXmlSigner.RSA_SHA1, "allow-sha1-signatures");
		attacked.assertRefused(attacked.post(TestXmlSigner.with(attacked.signing().keys())
			.algorithms(TestXmlSigner.RSA_SHA1, "http://www.w3.org/2000/09/xmldsig#sha1")
			.sign(attacked.signed(attacked.postUrl()).xml())), 400, "SIGNATURE_ALGORITHM_REFUSED");
		attacked.assertRefused(attacked.post(
				TestXmlSigner.with(new SecretKeySpec(attacked.signing().keys().getPublic().getEncoded(), "HmacSHA256"))
					.algorithms("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
							"http://www.w3.org/2001/04/xmlenc#sha256")
					.sign(attacked.signed(attacked.postUrl()).xml())),
				400, "SIGNATURE_ALGORITHM_REFUSED");
	}

	/**
	 * The audit line names the algorithm to change at the service, or to allow for it.
	 */
	@Test
	void whenCanonicalizedInclusivelyThenTheAuditLineNamesTheAlgorithm() {
		String inclusive = "http://www.w3.org/2006/12/xml-c14n11";
		String xml = attacked.signed(attacked.postUrl()).signedXml();
		attacked.assertRefused(
				attacked.post(xml.replaceFirst("Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#",
						"Transform Algorithm=\"" + inclusive)),
				400, "SIGNATURE_ALGORITHM_REFUSED");
		assertThat(attacked.audit().lines().getFirst()).contains(inclusive, "exclusive canonicalization");
	}

	/** Returns XML messages with a faulty enveloped signature. */
	static Stream<Arguments> badSignatures() {
		return Stream.of(xml("stripped", xml -> xml.replaceFirst("(?s)<ds:Signature .*</ds:Signature>", "")),
				xml("external reference",
						xml -> xml.replaceFirst("URI=\"#[^\"]*\"", "URI=\"" + attacked.elsewhere("/r") + "\"")),
				xml("file", xml -> xml.replaceFirst("URI=\"#[^\"]*\"", "URI=\"file:///etc/passwd\"")),
				xml("XSLT",
						xml -> xml.replace("http://www.w3.org/2000/09/xmldsig#enveloped-signature",
								"http://www.w3.org/TR/1999/REC-xslt-19991116")),
				xml("base64",
						xml -> xml.replaceFirst("Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#",
								"Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#base64")),
				xml("no canonical form",
						xml -> xml.replace("Version=", "xmlns:rel=\"relative/uri\" rel:x=\"1\" Version=")),
				xml("changed after signing", xml -> xml.replace("Version=", "ForceAuthn=\"true\" Version=")),
				xml("RetrievalMethod and another key",
						xml -> xml
							.replaceFirst("(?s)<ds:KeyInfo>.*</ds:KeyInfo>",
									"<ds:KeyInfo><ds:RetrievalMethod URI='" + attacked.elsewhere("/k")
											+ "'/></ds:KeyInfo>")
							.replaceFirst("<ds:SignatureValue>....", "<ds:SignatureValue>AAAA")),
				xml("two signatures", xml -> xml.replaceFirst("(?s)(<ds:Signature .*</ds:Signature>)", "$1$1")),
				xml("wrapped", RequestSignatureAttackTests::wrapped));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("badSignatures")
	void whenTheXmlsSignatureIsWrongThenRefused(String what, UnaryOperator<String> spoil) {
		String spoilt = spoil.apply(attacked.signed(attacked.postUrl()).signedXml());
		attacked.assertRefused(attacked.post(spoilt), 400, attacked.auditedReason());
		assertThat(attacked.auditedReason()).matches("SIGNATURE_.*|XML_REFUSED|REQUEST_MALFORMED");
	}

	@Test
	void whenKeyInfoIsStuffedThenNothingIsFetched() {
		String xml = attacked.signed(attacked.postUrl()).signedXml();
		attacked.assertAnswered(attacked.post(xml.replaceFirst("(?s)<ds:KeyInfo>.*</ds:KeyInfo>",
				"<ds:KeyInfo><ds:RetrievalMethod URI='" + attacked.elsewhere("/k") + "'/><ds:X509Data>"
						+ "<ds:X509Certificate>AAAA</ds:X509Certificate>".repeat(200)
						+ "</ds:X509Data></ds:KeyInfo>")));
		attacked.assertPlain(attacked.redirect("SAMLRequest=x"), 400);
	}

	@Test
	void whenTheSignedQueryIsEncodedInLowerCaseThenAnswered() {
		TestAuthnRequests.Builder request = attacked.signed(attacked.redirectUrl());
		String query = request.redirectQuery();
		String lower = lowerCaseEscapes(query.substring(0, query.indexOf("&Signature=")));
		attacked.assertAnswered(attacked.redirect(lower + "&Signature=" + request.sign(lower)));
	}

	/**
	 * Returns a request with the signed request in its Extensions, and the latter's
	 * signature at its root.
	 */
	private static String wrapped(String signed) {
		String signature = signed.replaceFirst("(?s)^.*(<ds:Signature .*</ds:Signature>).*$", "$1");
		String evil = attacked.signed(attacked.postUrl()).xml();
		return evil.replace("</saml:Issuer>", "</saml:Issuer>" + signature)
			.replace("</samlp:AuthnRequest>",
					"<samlp:Extensions>" + signed.replace(signature, "") + "</samlp:Extensions></samlp:AuthnRequest>");
	}

	private static String lowerCaseEscapes(String query) {
		return Pattern.compile("%[0-9A-F]{2}")
			.matcher(query)
			.replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
	}

	private static Arguments xml(String what, UnaryOperator<String> spoil) {
		return Arguments.of(what, spoil);
	}

}
