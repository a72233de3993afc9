package org.campanile.saml.assertion;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.AuthnStatement;
import org.opensaml.saml.saml2.core.Response;
import org.opensaml.saml.saml2.core.SubjectConfirmationData;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Answer;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.ResponseIssuer.RefusalStatus;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.signon.Refusal;
import org.campanile.signon.StageTimers;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.saml.TestSignOnRequests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** OpenSAML says whether what we write is right. */
class ResponseIssuerTests {

	private static final KeyPair SERVICE_KEY = TestCredentials.keyPair(KeyType.RSA_2048);

	private static final IdentityProvider IDP = new IdentityProvider("https://idp.example.edu/idp/shibboleth",
			"https://idp.example.edu/idp", List.of("example.edu"));

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	@ParameterizedTest
	@MethodSource
	void whenIssuedThenSignedEncryptedAndRead(KeyType keyType, boolean signAssertion, String blockCipher,
			String keyTransport) throws Exception {
		TestSignOns signOn = new TestSignOns().wantAssertionsSigned(signAssertion)
			.attributes(attributes("Alice & <Söhne>"))
			.encryptTo(SERVICE_KEY.getPublic(), blockCipher, keyTransport);
		Response response = issue(signOn, keyType);
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
		ResponseIssuer issuer = issuer(TestCredentials.of(keyType, crypto), crypto);
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
	@ValueSource(longs = { 1, 42, 20261120 })
	void whenAnyNamesAndValuesThenArriveExactly(long seed) throws Exception {
		Random random = new Random(seed);
		for (int i = 0; i < 40; i++) {
			boolean encrypted = random.nextBoolean();
			boolean signed = random.nextBoolean();
			String nameId = "n" + HostileTexts.next(random);
			List<ReleasedAttribute> attributes = HostileTexts.attributes(random);
			SamlAttributeNames names = HostileTexts.names(random, attributes);
			TestSignOns signOn = new TestSignOns().nameId(new NameId(nameId, NameId.UNSPECIFIED, null, null))
				.attributes(attributes)
				.relayState(HostileTexts.next(random))
				.wantAssertionsSigned(signed);
			if (encrypted) {
				signOn.encryptTo(SERVICE_KEY.getPublic());
			}
			Answer.Post message = issuer(KeyType.EC_P256, names).success(signOn.request(), signOn.granted()).message();
			Response response = read(message);
			SamlOracle.verify(response, key(KeyType.EC_P256));
			Assertion assertion = encrypted ? decrypted(response) : response.getAssertions().getFirst();
			if (signed) {
				SamlOracle.verify(assertion, key(KeyType.EC_P256));
			}
			assertThat(message.fields()).containsEntry("RelayState",
					String.valueOf(SamlSignOn.of(signOn.request()).relayState()));
			assertThat(SamlOracle.texts(assertion, "NameID")).as("seed %s, case %s", seed, i)
				.containsExactly(HostileTexts.carried(nameId));
			assertThat(SamlOracle.attributeNames(assertion))
				.isEqualTo(attributes.stream().map(a -> HostileTexts.carried(names.nameOf(a.id()).name())).toList());
			assertThat(SamlOracle.attributeValues(assertion)).isEqualTo(attributes.stream()
				.flatMap(a -> a.values().stream())
				.map(value -> HostileTexts.carried(value.text()))
				.toList());
		}
	}

	@Test
	void whenIssuedThenSaysWhatTheProfileDemands() throws Exception {
		TestSignOns signOn = new TestSignOns();
		Response response = issue(signOn, KeyType.RSA_2048);
		Assertion assertion = response.getAssertions().getFirst();
		Instant now = TestSignOns.NOW.truncatedTo(ChronoUnit.MILLIS);
		assertThat(response.getInResponseTo()).isEqualTo("_request");
		assertThat(response.getDestination()).isEqualTo(TestSignOns.ACS);
		assertThat(response.getIssuer().getValue()).isEqualTo(IDP.id());
		assertThat(response.getStatus().getStatusCode().getValue()).isEqualTo(StatusCode.SUCCESS.topLevel());
		assertThat(assertion.getID()).matches("_[0-9a-f]{40}").isNotEqualTo(response.getID());
		assertThat(assertion.getIssuer().getValue()).isEqualTo(IDP.id());
		assertThat(assertion.getIssueInstant()).isEqualTo(now);
		assertThat(assertion.getSubject().getNameID().getFormat()).isEqualTo(NameId.PERSISTENT);
		assertThat(assertion.getSubject().getNameID().getSPNameQualifier()).isEqualTo(TestSignOns.SERVICE);
		assertThat(assertion.getSubject().getSubjectConfirmations()).hasSize(1);
		SubjectConfirmationData data = assertion.getSubject()
			.getSubjectConfirmations()
			.getFirst()
			.getSubjectConfirmationData();
		assertThat(data.getRecipient()).isEqualTo(TestSignOns.ACS);
		assertThat(data.getInResponseTo()).isEqualTo("_request");
		assertThat(data.getNotBefore()).isNull();
		assertThat(data.getNotOnOrAfter()).isEqualTo(now.plusSeconds(270));
		assertThat(assertion.getConditions().getNotBefore()).isEqualTo(now.minusSeconds(30));
		assertThat(assertion.getConditions().getNotOnOrAfter()).isEqualTo(now.plusSeconds(270));
		assertThat(assertion.getConditions().getAudienceRestrictions().getFirst().getAudiences().getFirst().getURI())
			.isEqualTo(TestSignOns.SERVICE);
		AuthnStatement statement = assertion.getAuthnStatements().getFirst();
		assertThat(statement.getAuthnInstant()).isEqualTo(now.minusSeconds(60));
		assertThat(statement.getSessionNotOnOrAfter())
			.isEqualTo(TestSignOns.SESSION_END.truncatedTo(ChronoUnit.MILLIS));
		assertThat(statement.getSessionIndex())
			.isEqualTo(SessionIndex.of(signOn.session(), TestSignOns.SERVICE, CryptoProvider.installed()));
		assertThat(assertion.getAttributeStatements()).isEmpty();
	}

	@Test
	void whenUnsolicitedThenAnswersNothing() throws Exception {
		Response response = issue(new TestSignOns().unsolicited(), KeyType.EC_P256);
		assertThat(response.getInResponseTo()).isNull();
		assertThat(response.getAssertions()
			.getFirst()
			.getSubject()
			.getSubjectConfirmations()
			.getFirst()
			.getSubjectConfirmationData()
			.getInResponseTo()).isNull();
	}

	@Test
	void whenLifetimesAreConfiguredThenTheyOnlyShorten() throws Exception {
		Instant now = TestSignOns.NOW.truncatedTo(ChronoUnit.MILLIS);
		var tooLong = issue(new TestSignOns().lifetimes(Duration.ofHours(1), Optional.of(Duration.ofDays(9))),
				KeyType.EC_P256)
			.getAssertions()
			.getFirst();
		assertThat(Duration.between(tooLong.getConditions().getNotBefore(), tooLong.getConditions().getNotOnOrAfter()))
			.isEqualTo(Duration.ofMinutes(5));
		assertThat(tooLong.getAuthnStatements().getFirst().getSessionNotOnOrAfter())
			.isEqualTo(TestSignOns.SESSION_END.truncatedTo(ChronoUnit.MILLIS));
		var shorter = issue(new TestSignOns().lifetimes(Duration.ofMinutes(1), Optional.of(Duration.ofHours(1))),
				KeyType.EC_P256)
			.getAssertions()
			.getFirst();
		assertThat(shorter.getConditions().getNotOnOrAfter()).isEqualTo(now.plusSeconds(54));
		assertThat(shorter.getAuthnStatements().getFirst().getSessionNotOnOrAfter()).isEqualTo(now.plusSeconds(3600));
	}

	@ParameterizedTest
	@MethodSource
	void whenPolicyAndKeyThenEncryptedAndSignedAsTheySay(EncryptionPolicy policy, boolean usableKey,
			Optional<Boolean> override, boolean wanted, boolean encrypted, boolean signed) throws Exception {
		PublicKey unusable = TestCredentials.keyPair(KeyType.EC_P256).getPublic();
		TestSignOns signOn = new TestSignOns().settings(override, policy)
			.wantAssertionsSigned(wanted)
			.encryptTo(usableKey ? SERVICE_KEY.getPublic() : unusable);
		Response response = issue(signOn, KeyType.EC_P256);
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
			.isThrownBy(() -> issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()));
		signOn.encryptTo(TestCredentials.keyPair(KeyType.EC_P256).getPublic());
		assertThatExceptionOfType(NoEncryptionKeyException.class)
			.isThrownBy(() -> issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()));
	}

	@Test
	void whenWeakerAlgorithmsAreAskedForThenTheFloorHolds() throws Exception {
		Response response = issue(new TestSignOns().encryptTo(SERVICE_KEY.getPublic(),
				"http://www.w3.org/2001/04/xmlenc#tripledes-cbc", "http://www.w3.org/2001/04/xmlenc#rsa-1_5"),
				KeyType.EC_P256);
		assertThat(SamlOracle.encryptionMethods(response)).containsExactly("http://www.w3.org/2009/xmlenc11#aes128-gcm",
				"http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p");
		assertThat(decrypted(response).getID()).isNotEmpty();
	}

	@Test
	void whenGrantedForAnotherServiceThenRefused() {
		TestSignOns signOn = new TestSignOns();
		var request = signOn.request();
		var other = TestSignOnRequests.signOn("https://other.example.edu", request.answerUrl(), null, null, false,
				false, null, NameIdRequest.ANY, OptionalInt.empty(), TestSignOns.NOW, null);
		assertThatIllegalArgumentException().isThrownBy(() -> issuer(KeyType.EC_P256).success(other, signOn.granted()));
	}

	@ParameterizedTest
	@EnumSource
	void whenRefusedThenSignedErrorWithTheStatus(Refusal refusal) throws Exception {
		Answer.Post message = issuer(KeyType.RSA_2048).refusal(new TestSignOns().relayState("s").request(), refusal);
		Response response = read(message);
		SamlOracle.verify(response, key(KeyType.RSA_2048));
		assertThat(response.getAssertions()).isEmpty();
		assertThat(response.getEncryptedAssertions()).isEmpty();
		assertThat(response.getInResponseTo()).isEqualTo("_request");
		assertThat(message.fields()).containsEntry("RelayState", "s").containsOnlyKeys("SAMLResponse", "RelayState");
		assertThat(message.url()).isEqualTo(TestSignOns.ACS);
		var code = response.getStatus().getStatusCode();
		StatusCode expected = RefusalStatus.of(refusal).code();
		assertThat(code.getValue()).isEqualTo(expected.topLevel()).isNotEqualTo(StatusCode.SUCCESS.topLevel());
		assertThat(code.getStatusCode() == null ? null : code.getStatusCode().getValue())
			.isEqualTo(expected.secondLevel());
		assertThat(response.getStatus().getStatusMessage().getValue()).isNotBlank();
	}

	@Test
	void whenFaultThenSignedError() throws Exception {
		Answer.Post message = issuer(KeyType.EC_P256).error(new SamlFault.ReplyTo(TestSignOns.SERVICE, TestSignOns.ACS,
				null, null, StatusCode.REQUEST_VERSION_TOO_HIGH));
		Response response = read(message);
		SamlOracle.verify(response, key(KeyType.EC_P256));
		assertThat(response.getInResponseTo()).isNull();
		assertThat(message.fields()).containsOnlyKeys("SAMLResponse");
		assertThat(response.getStatus().getStatusCode().getStatusCode().getValue())
			.isEqualTo(StatusCode.REQUEST_VERSION_TOO_HIGH.secondLevel());
	}

	@Test
	void whenManyAreIssuedThenNoIdAndNoCipherTextTwice() throws Exception {
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 50; i++) {
			Response response = issue(new TestSignOns().encryptTo(SERVICE_KEY.getPublic()), KeyType.EC_P256);
			seen.add(response.getID());
			seen.add(decrypted(response).getID());
			seen.addAll(SamlOracle.cipherValues(response));
		}
		assertThat(seen).hasSize(200);
	}

	@Test
	void whenSessionsOrServicesDifferThenSessionIndexesDo() {
		CryptoProvider crypto = CryptoProvider.installed();
		var session = new TestSignOns().session();
		byte[] other = new byte[32];
		other[0] = 1;
		assertThat(SessionIndex.of(session, "https://a", crypto)).matches("_[0-9a-f]{40}")
			.isEqualTo(SessionIndex.of(session, "https://a", crypto))
			.isNotEqualTo(SessionIndex.of(session, "https://b", crypto))
			.isNotEqualTo(SessionIndex.of(new TestSignOns().secret(other).session(), "https://a", crypto));
	}

	@Test
	void whenAByteIsChangedThenOpenSamlRefuses() throws Exception {
		TestSignOns signOn = new TestSignOns().wantAssertionsSigned(true).attributes(attributes("alice"));
		String xml = new String(bytes(issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()).message()),
				StandardCharsets.UTF_8);
		Response forged = SamlOracle.response(xml.replace(">alice<", ">admin<").getBytes(StandardCharsets.UTF_8));
		assertThat(SamlOracle.attributeValues(forged.getAssertions().getFirst())).containsExactly("admin");
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> SamlOracle.verify(forged, key(KeyType.EC_P256)));
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> SamlOracle.verify(forged.getAssertions().getFirst(), key(KeyType.EC_P256)));
	}

	@Test
	void whenIssuedThenEveryStageIsTimedOnce() throws Exception {
		issue(new TestSignOns().wantAssertionsSigned(true).encryptTo(SERVICE_KEY.getPublic()), KeyType.EC_P256);
		for (String stage : List.of("build", "sign", "encrypt", "encode")) {
			assertThat(meters.get("campanile.stage").tag("stage", stage).timer().count()).as(stage).isEqualTo(1);
		}
	}

	private Response issue(TestSignOns signOn, KeyType keyType) throws Exception {
		return read(issuer(keyType).success(signOn.request(), signOn.granted()).message());
	}

	private ResponseIssuer issuer(KeyType keyType) {
		return issuer(keyType, new SamlAttributeNames(Map.of()));
	}

	private ResponseIssuer issuer(KeyType keyType, SamlAttributeNames names) {
		return issuer(TestCredentials.of(keyType), CryptoProvider.installed(), names);
	}

	private ResponseIssuer issuer(Credentials credentials, CryptoProvider crypto) {
		return issuer(credentials, crypto, new SamlAttributeNames(Map.of()));
	}

	private ResponseIssuer issuer(Credentials credentials, CryptoProvider crypto, SamlAttributeNames names) {
		return new ResponseIssuer(IDP, credentials, crypto, names, InstantSource.fixed(TestSignOns.NOW),
				new SecureRandom(), new StageTimers(meters));
	}

	private static PublicKey key(KeyType keyType) {
		return TestCredentials.of(keyType).signing().certificate().getPublicKey();
	}

	private static Response read(Answer.Post message) throws Exception {
		return SamlOracle.response(bytes(message));
	}

	private static byte[] bytes(Answer.Post message) {
		return Base64.getDecoder().decode(String.valueOf(message.fields().get("SAMLResponse")));
	}

	/** As a service reads it: decrypted into a document of its own, and valid there. */
	private static Assertion decrypted(Response response) throws Exception {
		Assertion assertion = SamlOracle.decrypt(response.getEncryptedAssertions().getFirst(), SERVICE_KEY.getPublic(),
				SERVICE_KEY.getPrivate());
		SamlOracle.validate(assertion);
		return assertion;
	}

	private static List<ReleasedAttribute> attributes(String value) {
		return List.of(new ReleasedAttribute("displayName", List.of(new AttributeValue.Text(value))));
	}

}
