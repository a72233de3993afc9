package org.campanile.saml.assertion;

import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.Response;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Answer;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.signon.StageTimers;
import org.campanile.testkit.saml.TestCredentials;

/** Responses of an issuer, read as a service reads them. */
final class IssuedResponses {

	static final KeyPair SERVICE_KEY = TestCredentials.keyPair(KeyType.RSA_2048);

	static final IdentityProvider IDP = new IdentityProvider("https://idp.example.edu/idp/shibboleth",
			"https://idp.example.edu/idp", List.of("example.edu"));

	final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	Response issue(TestSignOns signOn, KeyType keyType) throws Exception {
		return read(issuer(keyType).success(signOn.request(), signOn.granted()).message());
	}

	ResponseIssuer issuer(KeyType keyType) {
		return issuer(keyType, new SamlAttributeNames(Map.of()));
	}

	ResponseIssuer issuer(KeyType keyType, SamlAttributeNames names) {
		return issuer(TestCredentials.of(keyType), CryptoProvider.installed(), names);
	}

	ResponseIssuer issuer(Credentials credentials, CryptoProvider crypto) {
		return issuer(credentials, crypto, new SamlAttributeNames(Map.of()));
	}

	ResponseIssuer issuer(Credentials credentials, CryptoProvider crypto, SamlAttributeNames names) {
		return new ResponseIssuer(IDP, credentials, crypto, names, InstantSource.fixed(TestSignOns.NOW),
				new SecureRandom(), new StageTimers(meters));
	}

	static PublicKey key(KeyType keyType) {
		return TestCredentials.of(keyType).signing().certificate().getPublicKey();
	}

	static Response read(Answer.Post message) throws Exception {
		return SamlOracle.response(bytes(message));
	}

	static byte[] bytes(Answer.Post message) {
		return Base64.getDecoder().decode(String.valueOf(message.fields().get("SAMLResponse")));
	}

	/**
	 * Returns the assertion as a service reads it: decrypted into a document of its own
	 * and validated.
	 */
	static Assertion decrypted(Response response) throws Exception {
		Assertion assertion = SamlOracle.decrypt(response.getEncryptedAssertions().getFirst(), SERVICE_KEY.getPublic(),
				SERVICE_KEY.getPrivate());
		SamlOracle.validate(assertion);
		return assertion;
	}

	static List<ReleasedAttribute> attributes(String value) {
		return List.of(new ReleasedAttribute("displayName", List.of(new AttributeValue.Text(value))));
	}

}
