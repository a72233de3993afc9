package org.campanile.saml.request;

import java.security.KeyPair;
import java.security.PublicKey;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;
import org.campanile.testkit.saml.TestXmlSigner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.assertLocal;

class EnvelopedSignatureTests {

	private static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

	private static final String SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";

	private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";

	private static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

	private static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

	private static final KeyPair RSA = TestSigningKeys.rsa();

	@ParameterizedTest
	@CsvSource({ "rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384", "ecdsa-sha512" })
	void whenAllowedAlgorithmThenAccepted(String algorithm) throws Exception {
		KeyPair pair = algorithm.startsWith("rsa") ? RSA : TestSigningKeys.ec();
		String digest = algorithm.endsWith("384") ? MORE + "sha384"
				: algorithm.endsWith("512") ? "http://www.w3.org/2001/04/xmlenc#sha512" : SHA256;
		process(service(pair.getPublic()), TestXmlSigner.with(pair).algorithms(MORE + algorithm, digest).sign(xml()));
	}

	static Stream<Arguments> acceptedForms() {
		return Stream.of(
				Arguments.of("canonicalization with comments",
						signer((signer) -> signer.canonicalization(EXCLUSIVE + "WithComments"))),
				Arguments.of("transform with comments",
						signer((signer) -> signer.transforms(ENVELOPED, EXCLUSIVE + "WithComments"))),
				Arguments.of("inclusive canonicalization of SignedInfo",
						signer((signer) -> signer.canonicalization("http://www.w3.org/TR/2001/REC-xml-c14n-20010315"))),
				Arguments.of("enveloped alone", signer((signer) -> signer.transforms(ENVELOPED))),
				Arguments.of("empty URI", signer((signer) -> signer.references(""))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("acceptedForms")
	void whenAllowedFormThenAccepted(String what, UnaryOperator<String> sign) throws Exception {
		process(service(RSA.getPublic()), sign.apply(xml()));
	}

	@Test
	void whenAnyKeyOfMetadataVerifiesThenAccepted() throws Exception {
		process(service(TestSigningKeys.ec().getPublic(), TestSigningKeys.rsa("old", 2048).getPublic(),
				RSA.getPublic()), Requests.signedPost().signedXml());
	}

	/** The correct key is in KeyInfo, which must be ignored. */
	@Test
	void whenTheKeyIsNotInMetadataThenRefused() {
		assertInvalid(service(TestSigningKeys.rsa("other", 2048).getPublic()), Requests.signedPost().signedXml());
		assertInvalid(service(TestSigningKeys.ec().getPublic()), Requests.signedPost().signedXml());
		assertInvalid(service(), Requests.signedPost().signedXml());
	}

	@Test
	void whenTheKeyIsOnlyForEncryptionThenRefused() {
		RelyingParty service = TestRelyingParties.relyingParty().encryptionKey(RSA.getPublic()).build();
		assertInvalid(service, Requests.signedPost().signedXml());
	}

	/** A signature that is not required must still be valid. */
	@Test
	void whenSignatureIsOptionalButWrongThenRefused() {
		RelyingParty service = TestRelyingParties.relyingParty().signingKeys(RSA.getPublic()).build();
		assertInvalid(service,
				Requests.signedPost().signedXml().replace("Version=\"2.0\"", "Version=\"2.0\" IsPassive=\"0\""));
	}

	@ParameterizedTest
	@CsvSource({ "http://www.w3.org/2000/09/xmldsig#rsa-sha1," + SHA1,
			"http://www.w3.org/2000/09/xmldsig#rsa-sha1," + SHA256,
			"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256," + SHA1 })
	void whenSha1ThenRefusedByNameWithTheRemedyUnlessGranted(String algorithm, String digest) throws Exception {
		String xml = TestXmlSigner.with(RSA).algorithms(algorithm, digest).sign(xml());
		SamlFault fault = assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, service(RSA.getPublic()), xml);
		assertThat(fault).hasMessageContaining("SHA-1").hasMessageContaining("allow-sha1-signatures");
		assertThat(fault.service()).contains(TestRelyingParties.ENTITY_ID);
		RelyingParty granted = TestRelyingParties.relyingParty()
			.authnRequestsSigned()
			.signingKeys(RSA.getPublic())
			.allowSha1Signatures()
			.build();
		process(granted, xml);
		assertInvalid(granted, xml.replace("Version=\"2.0\"", "Version=\"2.0\" ForceAuthn=\"1\""));
	}

	/** The HMAC key is the encoded public key, which anyone has. */
	@Test
	void whenAlgorithmIsNotOnTheListThenRefused() {
		String hmac = TestXmlSigner.with(new SecretKeySpec(RSA.getPublic().getEncoded(), "HmacSHA256"))
			.algorithms(MORE + "hmac-sha256", SHA256)
			.sign(xml());
		assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, service(RSA.getPublic()), hmac);
		for (String algorithm : new String[] { MORE + "rsa-md5", "http://www.w3.org/2000/09/xmldsig#dsa-sha1",
				"http://www.w3.org/2000/09/xmldsig#hmac-sha1", MORE + "rsa-sha224", "urn:none", "" }) {
			String xml = Requests.signedPost().signedXml().replace(MORE + "rsa-sha256", algorithm);
			assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, service(RSA.getPublic()), xml);
		}
		for (String digest : new String[] { MORE + "md5", "urn:none" }) {
			String xml = Requests.signedPost().signedXml().replace(SHA256, digest);
			assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, service(RSA.getPublic()), xml);
		}
	}

	@Test
	void whenTheKeyIsShortThenRefused() {
		KeyPair weak = TestSigningKeys.rsa("weak", 1024);
		String xml = TestXmlSigner.with(weak).sign(xml());
		assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, service(weak.getPublic()), xml);
		assertInvalid(service(weak.getPublic(), RSA.getPublic()), xml);
	}

	/** The signatures are valid, but their form is not accepted. */
	static Stream<Arguments> refusedForms() {
		return Stream.of(
				Arguments.of("XPath transform",
						signer((signer) -> signer.transforms(ENVELOPED, "http://www.w3.org/TR/1999/REC-xpath-19991116",
								EXCLUSIVE))),
				Arguments.of("XPath instead of enveloped", signer(
						(signer) -> signer.transforms("http://www.w3.org/TR/1999/REC-xpath-19991116", EXCLUSIVE))),
				Arguments.of("base64 transform",
						replacing("Transform Algorithm=\"" + EXCLUSIVE,
								"Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#base64")),
				Arguments.of("inclusive canonicalization of the request", signer(
						(signer) -> signer.transforms(ENVELOPED, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"))),
				Arguments.of("inclusive canonicalization with comments",
						signer((signer) -> signer
							.canonicalization("http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"))),
				Arguments.of("canonicalization twice",
						signer((signer) -> signer.transforms(ENVELOPED, EXCLUSIVE, EXCLUSIVE))),
				Arguments.of("two references to the root", signer((signer) -> signer.references("", "#_fixed"))),
				Arguments.of("XSLT transform",
						replacing("Algorithm=\"" + EXCLUSIVE + "\"/><ds:Transform ", "",
								"Algorithm=\"" + ENVELOPED + "\"",
								"Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\"")),
				Arguments.of("external reference", replacing("URI=\"#_fixed\"", "URI=\"http://127.0.0.1:9/x\"")),
				Arguments.of("reference to a file", replacing("URI=\"#_fixed\"", "URI=\"file:///etc/passwd\"")),
				Arguments.of("XPointer", replacing("URI=\"#_fixed\"", "URI=\"#xpointer(/)\"")),
				Arguments.of("no URI", replacing(" URI=\"#_fixed\"", "")),
				Arguments.of("reference elsewhere", replacing("URI=\"#_fixed\"", "URI=\"#_other\"")),
				Arguments.of("Object", replacing("</ds:Signature>", "<ds:Object/></ds:Signature>")),
				Arguments.of("manifest type", replacing("</ds:SignedInfo>", "</ds:SignedInfo><ds:Manifest/>")),
				Arguments.of("no transforms", replacing("<ds:Transforms>.*</ds:Transforms>", "")),
				Arguments.of("empty transforms", replacing("(?<=<ds:Transforms>).*(?=</ds:Transforms>)", "")),
				Arguments.of("another canonicalization", replacing("<ds:CanonicalizationMethod Algorithm=\"[^\"]*\"",
						"<ds:CanonicalizationMethod Algorithm=\"http://santuario.apache.org/c14n/physical\"")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("refusedForms")
	void whenFormIsNotAcceptedThenRefused(String what, UnaryOperator<String> sign) {
		String signed = sign.apply(xml());
		assertThat(signed).contains("<ds:Signature");
		SamlFault fault = assertRefused(
				what.matches("inclusive canonicalization.*|another canonicalization")
						? FaultCode.SIGNATURE_ALGORITHM_REFUSED : FaultCode.SIGNATURE_INVALID,
				service(RSA.getPublic()), signed);
		assertThat(fault.getMessage()).as("refused for its form, before any verifier")
			.doesNotContain("verifier", "verifies");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<ds:RetrievalMethod URI='http://127.0.0.1:9/key'/>",
			"<dsig11:KeyInfoReference xmlns:dsig11='http://www.w3.org/2009/xmldsig11#' URI='file:///etc/passwd'/>",
			"CERTIFICATES" })
	void whenKeyInfoIsStuffedThenItIsNotLookedAt(String content) throws Exception {
		String stuffing = content.equals("CERTIFICATES")
				? "<ds:X509Data>" + "<ds:X509Certificate>AAAA</ds:X509Certificate>".repeat(1000) + "</ds:X509Data>"
				: content;
		String xml = Requests.signedPost()
			.signedXml()
			.replaceFirst("<ds:KeyInfo>.*</ds:KeyInfo>", "<ds:KeyInfo>" + stuffing + "</ds:KeyInfo>");
		process(service(RSA.getPublic()), xml);
		assertInvalid(service(TestSigningKeys.rsa("other", 2048).getPublic()), xml);
	}

	/** Canonicalization fails for relative namespace URIs. */
	@Test
	void whenCanonicalizationFailsThenRefused() {
		String xml = Requests.signedPost()
			.signedXml()
			.replace("Version=", "xmlns:rel=\"relative/uri\" rel:x=\"1\" Version=");
		assertInvalid(service(RSA.getPublic()), xml);
	}

	@Test
	void whenTheVerifierThrowsThenRefused() {
		assertInvalid(service(TestSigningKeys.broken()), Requests.signedPost().signedXml());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "AAAA", "not base64!", "====" })
	void whenSignatureValueIsNoneThenRefused(String value) {
		String xml = Requests.signedPost()
			.signedXml()
			.replaceFirst("(?s)<ds:SignatureValue>.*</ds:SignatureValue>",
					"<ds:SignatureValue>" + value + "</ds:SignatureValue>");
		assertThat(Requests.fault(() -> process(service(RSA.getPublic()), xml)).code())
			.isIn(FaultCode.SIGNATURE_INVALID, FaultCode.REQUEST_MALFORMED);
	}

	@Test
	void whenSignatureStandsElsewhereThenRefused() {
		String signed = Requests.signedPost().child("<samlp:NameIDPolicy/>").signedXml();
		String signature = signed.replaceFirst("(?s)^.*(<ds:Signature .*</ds:Signature>).*$", "$1");
		String without = signed.replace(signature, "");
		assertInvalid(service(RSA.getPublic()),
				without.replace("</samlp:AuthnRequest>", signature + "</samlp:AuthnRequest>"));
		assertInvalid(service(RSA.getPublic()), signed.replace(signature, signature + signature));
	}

	/**
	 * A second signature is refused even if the service signed it, because other software
	 * may verify that one instead.
	 */
	@Test
	void whenASecondSignatureIsSignedToThenRefused() {
		String xml = Requests.signedPost()
			.child("<samlp:Extensions><ds:Signature xmlns:ds='http://www.w3.org/2000/09/xmldsig#'>x</ds:Signature>"
					+ "</samlp:Extensions>")
			.signedXml();
		assertInvalid(service(RSA.getPublic()), xml);
	}

	private static UnaryOperator<String> signer(UnaryOperator<TestXmlSigner> form) {
		return (xml) -> form.apply(TestXmlSigner.with(RSA)).sign(xml);
	}

	private static UnaryOperator<String> replacing(String... pairs) {
		return (xml) -> {
			String signed = TestXmlSigner.with(RSA).sign(xml);
			String changed = signed;
			for (int i = 0; i < pairs.length; i += 2) {
				changed = changed.replace(pairs[i], pairs[i + 1]);
				changed = changed.equals(signed) ? signed.replaceFirst("(?s)" + pairs[i], pairs[i + 1]) : changed;
			}
			assertThat(changed).isNotEqualTo(signed);
			return changed;
		};
	}

	private static String xml() {
		return Requests.request().destination(Requests.SELF.url(SamlEndpoints.POST_SSO)).id("_fixed").xml();
	}

	private static RelyingParty service(PublicKey... keys) {
		return TestRelyingParties.relyingParty().authnRequestsSigned().signingKeys(keys).build();
	}

	private static void process(RelyingParty service, String xml) throws SamlFault {
		Requests.processor(service).process(TestAuthnRequests.posted(xml));
	}

	private static void assertInvalid(RelyingParty service, String xml) {
		assertRefused(FaultCode.SIGNATURE_INVALID, service, xml);
	}

	private static SamlFault assertRefused(FaultCode code, RelyingParty service, String xml) {
		return assertLocal(code, () -> process(service, xml));
	}

}
