package org.campanile.saml.assertion;

import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.Response;

import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.saml.relyingparty.EncryptionAlgorithm;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.testkit.saml.TestCredentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.campanile.saml.assertion.IssuedResponses.SERVICE_KEY;
import static org.campanile.saml.assertion.IssuedResponses.key;
import static org.campanile.saml.assertion.IssuedResponses.read;
import static org.campanile.saml.assertion.IssuedResponses.decrypted;
import static org.campanile.saml.assertion.IssuedResponses.attributes;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** A service must be able to decrypt what was encrypted for it. */
class ResponseEncryptionTests {

	private final IssuedResponses responses = new IssuedResponses();

	@ParameterizedTest
	@MethodSource
	void whenIssuedThenSignedEncryptedAndRead(KeyType keyType, boolean signAssertion, String blockCipher,
			String keyTransport) throws Exception {
		TestSignOns signOn = new TestSignOns().wantAssertionsSigned(signAssertion)
			.attributes(attributes("Alice & <Söhne>"))
			.encryptTo(SERVICE_KEY.getPublic(), blockCipher, keyTransport);
		Response response = responses.issue(signOn, keyType);
		SamlOracle.verify(response, key(keyType));
		assertThat(response.getAssertions()).isEmpty();
		assertThat(SamlOracle.encryptionMethods(response)).containsExactly(blockCipher, keyTransport);
		Assertion assertion = decrypted(response);
		if (signAssertion) {
			SamlOracle.verify(assertion, key(keyType));
		}
		assertThat(assertion.isSigned()).isEqualTo(signAssertion);
		assertThat(SamlOracle.attributeValues(assertion)).containsExactly("Alice & <Söhne>");
	}

	static Stream<Arguments> whenIssuedThenSignedEncryptedAndRead() {
		String gcm = "http://www.w3.org/2009/xmlenc11#aes%d-gcm";
		String cbc = "http://www.w3.org/2001/04/xmlenc#aes%d-cbc";
		List<String> transports = List.of("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
				"http://www.w3.org/2009/xmlenc11#rsa-oaep");
		List<Arguments> all = new ArrayList<>();
		for (String cipher : List.of(gcm, cbc)) {
			for (int bits : new int[] { 128, 192, 256 }) {
				for (String transport : transports) {
					all.add(arguments(KeyType.RSA_2048, true, cipher.formatted(bits), transport));
				}
			}
		}
		String usual = gcm.formatted(128);
		for (KeyType keyType : KeyType.values()) {
			all.add(arguments(keyType, false, usual, transports.getFirst()));
			all.add(arguments(keyType, true, usual, transports.getFirst()));
		}
		return all.stream();
	}

	@ParameterizedTest
	@EnumSource(KeyType.class)
	void whenIssuedByTheNativeProviderThenSignedEncryptedAndRead(KeyType keyType) throws Exception {
		CryptoProvider crypto = CryptoProvider.of(CryptoProviderChoice.AUTO, new SecureRandom());
		ResponseIssuer issuer = responses.issuer(TestCredentials.of(keyType, crypto), crypto);
		for (String transport : List.of("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
				"http://www.w3.org/2009/xmlenc11#rsa-oaep")) {
			TestSignOns signOn = new TestSignOns().wantAssertionsSigned(true)
				.attributes(attributes("Alice"))
				.encryptTo(SERVICE_KEY.getPublic(), "http://www.w3.org/2009/xmlenc11#aes128-gcm", transport);
			Response response = read(issuer.success(signOn.request(), signOn.granted()).message());
			SamlOracle.verify(response, key(keyType));
			Assertion assertion = decrypted(response);
			SamlOracle.verify(assertion, key(keyType));
			assertThat(SamlOracle.attributeValues(assertion)).containsExactly("Alice");
		}
	}

	@ParameterizedTest
	@MethodSource
	void whenPolicyAndKeyThenEncryptedAndSignedAsTheySay(EncryptionPolicy policy, boolean usableKey,
			Optional<Boolean> override, boolean wanted, boolean encrypted, boolean signed) throws Exception {
		PublicKey unusable = TestCredentials.keyPair(KeyType.EC_P256).getPublic();
		TestSignOns signOn = new TestSignOns().settings(override, policy)
			.wantAssertionsSigned(wanted)
			.encryptTo(usableKey ? SERVICE_KEY.getPublic() : unusable);
		Response response = responses.issue(signOn, KeyType.EC_P256);
		assertThat(response.getEncryptedAssertions()).hasSize(encrypted ? 1 : 0);
		assertThat(response.getAssertions()).hasSize(encrypted ? 0 : 1);
		Assertion assertion = encrypted ? decrypted(response) : response.getAssertions().getFirst();
		assertThat(assertion.isSigned()).isEqualTo(signed);
	}

	static Stream<Arguments> whenPolicyAndKeyThenEncryptedAndSignedAsTheySay() {
		Optional<Boolean> asMetadata = Optional.empty();
		return Stream.of(arguments(EncryptionPolicy.AUTO, true, asMetadata, false, true, false),
				arguments(EncryptionPolicy.AUTO, false, asMetadata, true, false, true),
				arguments(EncryptionPolicy.NEVER, true, Optional.of(true), false, false, true),
				arguments(EncryptionPolicy.REQUIRED, true, Optional.of(false), true, true, false),
				arguments(EncryptionPolicy.REQUIRED, true, asMetadata, true, true, true));
	}

	@Test
	void whenEncryptionIsRequiredWithoutKeyThenNothingIsIssued() {
		TestSignOns signOn = new TestSignOns().settings(Optional.empty(), EncryptionPolicy.REQUIRED);
		assertThatExceptionOfType(NoEncryptionKeyException.class)
			.isThrownBy(() -> responses.issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()));
		signOn.encryptTo(TestCredentials.keyPair(KeyType.EC_P256).getPublic());
		assertThatExceptionOfType(NoEncryptionKeyException.class)
			.isThrownBy(() -> responses.issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()));
	}

	@Test
	void whenNoKeyForEncryptionCanBeUsedThenNothingIsIssuedUnlessNeverEncrypted() throws Exception {
		TestSignOns signOn = new TestSignOns().keysUnusable();
		assertThatExceptionOfType(NoEncryptionKeyException.class)
			.isThrownBy(() -> responses.issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()));
		Response response = responses.issue(signOn.settings(Optional.empty(), EncryptionPolicy.NEVER), KeyType.EC_P256);
		assertThat(response.getAssertions()).hasSize(1);
	}

	@Test
	void whenAnAlgorithmIsConfiguredThenItIsUsedAndRead() throws Exception {
		TestSignOns signOn = new TestSignOns().encryptTo(SERVICE_KEY.getPublic())
			.encryptionAlgorithm(EncryptionAlgorithm.AES128_CBC);
		Response response = responses.issue(signOn, KeyType.EC_P256);
		assertThat(SamlOracle.encryptionMethods(response)).startsWith("http://www.w3.org/2001/04/xmlenc#aes128-cbc");
		assertThat(decrypted(response).getID()).isNotEmpty();
	}

	@Test
	void whenWeakerAlgorithmsAreAskedForThenTheFloorHolds() throws Exception {
		Response response = responses.issue(new TestSignOns().encryptTo(SERVICE_KEY.getPublic(),
				"http://www.w3.org/2001/04/xmlenc#tripledes-cbc", "http://www.w3.org/2001/04/xmlenc#rsa-1_5"),
				KeyType.EC_P256);
		assertThat(SamlOracle.encryptionMethods(response)).containsExactly("http://www.w3.org/2009/xmlenc11#aes128-gcm",
				"http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
		assertThat(decrypted(response).getID()).isNotEmpty();
	}

	@Test
	void whenManyAreIssuedThenNoIdAndNoCipherTextTwice() throws Exception {
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 50; i++) {
			Response response = responses.issue(new TestSignOns().encryptTo(SERVICE_KEY.getPublic()), KeyType.EC_P256);
			seen.add(response.getID());
			seen.add(decrypted(response).getID());
			seen.addAll(SamlOracle.cipherValues(response));
		}
		assertThat(seen).hasSize(200);
	}

}
