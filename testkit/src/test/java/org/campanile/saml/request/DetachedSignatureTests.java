package org.campanile.saml.request;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;
import org.campanile.testkit.saml.TestXmlSigner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.assertLocal;

class DetachedSignatureTests {

	private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";

	private static final KeyPair RSA = TestSigningKeys.rsa();

	@ParameterizedTest
	@CsvSource({ "rsa-sha256,SHA256withRSA", "rsa-sha384,SHA384withRSA", "rsa-sha512,SHA512withRSA",
			"ecdsa-sha256,SHA256withECDSA", "ecdsa-sha256,SHA256withECDSAinP1363Format", "ecdsa-sha384,SHA384withECDSA",
			"ecdsa-sha512,SHA512withECDSA" })
	void whenAllowedAlgorithmThenAccepted(String algorithm, String jca) throws Exception {
		KeyPair pair = algorithm.startsWith("rsa") ? RSA : TestSigningKeys.ec();
		process(service(pair.getPublic()),
				unsigned().relayState("state/1").signedBy(pair, MORE + algorithm, jca).redirectQuery());
	}

	@Test
	void whenTheSenderEscapesInLowerCaseThenAccepted() throws Exception {
		Builder request = Requests.signedRedirect().relayState("/a/b");
		String query = request.redirectQuery();
		String signed = query.substring(0, query.indexOf("&Signature="))
			.replace("%2F", "%2f")
			.replace("%3A", "%3a")
			.replace("%3D", "%3d");
		assertThat(signed).contains("%2f");
		process(Requests.signingService(), signed + "&Signature=" + request.sign(signed));
	}

	@Test
	void whenTheParametersComeInAnotherOrderThenAccepted() throws Exception {
		String[] parts = Requests.signedRedirect().relayState("r").redirectQuery().split("&");
		process(Requests.signingService(), String.join("&", parts[3], parts[2], parts[1], "x=y", parts[0]));
	}

	@Test
	void whenAnyKeyOfMetadataVerifiesThenAccepted() throws Exception {
		process(service(TestSigningKeys.ec().getPublic(), TestSigningKeys.rsa("old", 2048).getPublic(),
				RSA.getPublic()), Requests.signedRedirect().redirectQuery());
	}

	@Test
	void whenAnythingSignedIsAlteredThenRefused() {
		String query = Requests.signedRedirect().relayState("mine").redirectQuery();
		assertInvalid(query.replace("RelayState=mine", "RelayState=other"));
		assertInvalid(query.replace("&RelayState=mine", ""));
		assertInvalid(query.replace("RelayState=mine", "RelayState=min%65"));
		assertInvalid(Requests.signedRedirect().redirectQuery() + "&RelayState=added");
		String other = Requests.signedRedirect().relayState("mine").redirectQuery();
		assertInvalid(other.substring(0, other.indexOf("&RelayState")) + query.substring(query.indexOf("&RelayState")));
		assertInvalid(query.replace("rsa-sha256", "rsa-sha512"));
		assertInvalid(query.replaceFirst("Signature=.*", "Signature=AAAA"));
	}

	@Test
	void whenTheKeyIsNotInMetadataThenRefused() {
		String query = Requests.signedRedirect().redirectQuery();
		for (RelyingParty service : new RelyingParty[] { service(), service(TestSigningKeys.ec().getPublic()),
				service(TestSigningKeys.rsa("other", 2048).getPublic()),
				TestRelyingParties.relyingParty().encryptionKey(RSA.getPublic()).build() }) {
			assertLocal(FaultCode.SIGNATURE_INVALID, () -> process(service, query));
		}
	}

	@Test
	void whenTheVerifierThrowsThenRefused() {
		assertLocal(FaultCode.SIGNATURE_INVALID,
				() -> process(service(TestSigningKeys.broken()), Requests.signedRedirect().redirectQuery()));
	}

	@Test
	void whenSha1ThenRefusedByNameWithTheRemedyUnlessGranted() throws Exception {
		String query = unsigned().signedBy(RSA, TestXmlSigner.RSA_SHA1, "SHA1withRSA").redirectQuery();
		SamlFault fault = assertLocal(FaultCode.SIGNATURE_ALGORITHM_REFUSED,
				() -> process(service(RSA.getPublic()), query));
		assertThat(fault).hasMessageContaining("SHA-1").hasMessageContaining("allow-sha1-signatures");
		process(TestRelyingParties.relyingParty().signingKeys(RSA.getPublic()).allowSha1Signatures().build(), query);
	}

	@Test
	void whenAlgorithmIsNotOnTheListThenRefused() throws Exception {
		String signed = unsigned().redirectQuery() + "&SigAlg="
				+ URLEncoder.encode(MORE + "hmac-sha256", StandardCharsets.UTF_8);
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(RSA.getPublic().getEncoded(), "HmacSHA256"));
		String hmac = signed + "&Signature="
				+ URLEncoder.encode(
						Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII))),
						StandardCharsets.UTF_8);
		assertLocal(FaultCode.SIGNATURE_ALGORITHM_REFUSED, () -> process(service(RSA.getPublic()), hmac));
		String md5 = unsigned().signedBy(RSA, MORE + "rsa-md5", "MD5withRSA").redirectQuery();
		assertLocal(FaultCode.SIGNATURE_ALGORITHM_REFUSED, () -> process(service(RSA.getPublic()), md5));
	}

	@Test
	void whenTheKeyIsShortThenRefused() {
		KeyPair weak = TestSigningKeys.rsa("weak", 1024);
		assertLocal(FaultCode.SIGNATURE_ALGORITHM_REFUSED,
				() -> process(service(weak.getPublic()), unsigned().signedBy(weak).redirectQuery()));
	}

	private static Builder unsigned() {
		return Requests.request().destination(Requests.SELF.url(SamlEndpoints.REDIRECT_SSO));
	}

	private static RelyingParty service(PublicKey... keys) {
		return TestRelyingParties.relyingParty().authnRequestsSigned().signingKeys(keys).build();
	}

	private static void process(RelyingParty service, String query) throws SamlFault {
		Requests.processor(service).process(new RedirectDecoder(BindingLimits.DEFAULTS).decode(query));
	}

	private static void assertInvalid(String query) {
		assertLocal(FaultCode.SIGNATURE_INVALID, () -> process(service(RSA.getPublic()), query));
	}

}
