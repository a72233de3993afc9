package org.campanile.saml.request;

import java.security.KeyPair;

import org.junit.jupiter.params.ParameterizedTest;
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

/** Tests requests signed like the default of goxmldsig, for services that may use it. */
class InclusiveCanonicalizationTests {

	private static final String C14N_10 = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

	private static final String C14N_11 = "http://www.w3.org/2006/12/xml-c14n11";

	private static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

	private static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

	private static final String XPATH = "http://www.w3.org/TR/1999/REC-xpath-19991116";

	private static final KeyPair RSA = TestSigningKeys.rsa();

	@ParameterizedTest
	@ValueSource(strings = { C14N_10, C14N_11 })
	void whenAllowedForTheServiceThenAcceptedFromItAlone(String inclusive) throws Exception {
		String xml = signed(inclusive, ENVELOPED, inclusive);
		process(allowed(), xml);
		process(allowed(), signed(EXCLUSIVE, ENVELOPED, inclusive));
		SamlFault fault = assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, others(), xml);
		assertThat(fault).hasMessageContaining(inclusive + " ")
			.hasMessageContaining("allow-inclusive-canonicalization");
		assertThat(fault.service()).contains(TestRelyingParties.ENTITY_ID);
	}

	/**
	 * Inclusive canonicalization covers unused namespace declarations, unlike exclusive.
	 */
	@ParameterizedTest
	@ValueSource(strings = { C14N_10, C14N_11 })
	void whenAnythingIsChangedThenRefused(String inclusive) throws Exception {
		String xml = TestXmlSigner.with(RSA)
			.transforms(ENVELOPED, inclusive)
			.sign(request("_fixed").replace("Version=", "xmlns:unused=\"urn:unused\" Version="));
		process(allowed(), xml);
		assertRefused(FaultCode.SIGNATURE_INVALID, allowed(), xml.replace("urn:unused", "urn:changed"));
		assertRefused(FaultCode.SIGNATURE_INVALID, allowed(), xml.replace("Version=", "ForceAuthn=\"1\" Version="));
	}

	@ParameterizedTest
	@ValueSource(strings = { C14N_10 + "#WithComments", C14N_11 + "#WithComments" })
	void whenCommentsAreSignedTooThenRefusedAllTheSame(String withComments) {
		SamlFault fault = assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, allowed(),
				signed(EXCLUSIVE, ENVELOPED, withComments));
		assertThat(fault).hasMessageContaining(withComments + " ");
		assertRefused(FaultCode.SIGNATURE_ALGORITHM_REFUSED, allowed(), signed(withComments, ENVELOPED, EXCLUSIVE));
	}

	@ParameterizedTest
	@ValueSource(strings = { C14N_10, C14N_11 })
	void whenTheTransformsAreOthersThenRefused(String inclusive) {
		for (String[] transforms : new String[][] { { ENVELOPED, inclusive, inclusive },
				{ ENVELOPED, inclusive, EXCLUSIVE }, { ENVELOPED, XPATH, inclusive }, { XPATH, inclusive },
				{ inclusive, ENVELOPED }, { inclusive } }) {
			assertRefused(FaultCode.SIGNATURE_INVALID, allowed(), signed(inclusive, transforms));
		}
		String twice = TestXmlSigner.with(RSA)
			.transforms(ENVELOPED, inclusive)
			.references("", "#_fixed")
			.sign(request("_fixed"));
		assertRefused(FaultCode.SIGNATURE_INVALID, allowed(), twice);
	}

	/** The signed request is embedded in another one, which is the one that is read. */
	@ParameterizedTest
	@ValueSource(strings = { C14N_10, C14N_11 })
	void whenTheSignedRequestIsWrappedThenRefused(String inclusive) {
		String signed = signed(inclusive, ENVELOPED, inclusive);
		String signature = signed.replaceFirst("(?s)^.*(<ds:Signature .*</ds:Signature>).*$", "$1");
		for (String id : new String[] { "_fixed", "_other" }) {
			String outer = request(id).replace("Version=", "ForceAuthn=\"1\" Version=");
			// XML in which two elements have the same ID is refused entirely.
			FaultCode code = id.equals("_fixed") ? FaultCode.XML_REFUSED : FaultCode.SIGNATURE_INVALID;
			String whole = signature.replace("URI=\"#_fixed\"", "URI=\"\"");
			assertRefused(code, allowed(), wrapped(outer, "", signed));
			assertRefused(code, allowed(), wrapped(outer, signature, signed.replace(signature, "")));
			assertRefused(code, allowed(), wrapped(outer, whole, signed.replace(signature, "")));
		}
	}

	private static String wrapped(String outer, String signature, String inner) {
		return outer.replace("</saml:Issuer>",
				"</saml:Issuer>" + signature + "<samlp:Extensions>" + inner + "</samlp:Extensions>");
	}

	private static String signed(String canonicalization, String... transforms) {
		return TestXmlSigner.with(RSA)
			.canonicalization(canonicalization)
			.transforms(transforms)
			.sign(request("_fixed"));
	}

	private static String request(String id) {
		return Requests.request().destination(Requests.SELF.url(SamlEndpoints.POST_SSO)).id(id).xml();
	}

	private static RelyingParty others() {
		return TestRelyingParties.relyingParty().authnRequestsSigned().signingKeys(RSA.getPublic()).build();
	}

	private static RelyingParty allowed() {
		return TestRelyingParties.relyingParty()
			.authnRequestsSigned()
			.signingKeys(RSA.getPublic())
			.allowInclusiveCanonicalization()
			.build();
	}

	private static void process(RelyingParty service, String xml) throws SamlFault {
		Requests.processor(service).process(TestAuthnRequests.posted(xml));
	}

	private static SamlFault assertRefused(FaultCode code, RelyingParty service, String xml) {
		return assertLocal(code, () -> process(service, xml));
	}

}
