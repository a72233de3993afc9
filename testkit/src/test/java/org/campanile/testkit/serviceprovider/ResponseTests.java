package org.campanile.testkit.serviceprovider;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.saml.StatusCode;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.xml.PrettyXml;
import org.campanile.testkit.saml.TestIdentityProvider;
import org.campanile.testkit.saml.TestResponse;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ResponseTests {

	private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

	private static final InstantSource CLOCK = InstantSource.fixed(NOW);

	private static final String ENTITY_ID = "https://sp.example.org/demo";

	private static final String ACS = "https://sp.example.org/demo/acs";

	private static final SecureRandom RANDOM = new SecureRandom();

	private static final ServiceProviderKeys KEYS = ServiceProviderKeys.generate("sp", CLOCK, RANDOM);

	private static final ServiceProviderKeys OTHER_KEYS = ServiceProviderKeys.generate("other", CLOCK, RANDOM);

	private static final TestIdentityProvider IDP = new TestIdentityProvider("https://idp.example.edu/idp", CLOCK);

	private static final ServiceProviderSettings SETTINGS = ServiceProviderSettings.of(ENTITY_ID, ACS, Map.of());

	private final ServiceProvider provider = new ServiceProvider(SETTINGS, KEYS, CLOCK, RANDOM);

	@Test
	void whenAllIsRightThenDecoded() throws Exception {
		DecodedResponse response = decode(right().encoded());
		assertThat(response.status()).isEqualTo(StatusCode.SUCCESS);
		assertThat(response.inResponseTo()).isEqualTo("_q1");
		assertThat(response.signatureAlgorithm()).isEqualTo(RequestBinding.RSA_SHA256);
		assertThat(response.xml()).contains("EncryptedAssertion").doesNotContain("alice");
		DecodedAssertion assertion = response.success();
		assertThat(assertion.nameId()).isEqualTo(new NameId("_n1", NameId.TRANSIENT, null, ENTITY_ID));
		assertThat(assertion.values("uid")).containsExactly("alice");
		assertThat(assertion.values("urn:oid:1.3.6.1.4.1.5923.1.1.1.1")).containsExactly(" <staff> ", "member");
		assertThat(assertion.values("mail")).isEmpty();
		assertThat(assertion.authnInstant()).isEqualTo(NOW);
		assertThat(assertion.sessionIndex()).isEqualTo("_s1");
		assertThat(assertion.sessionNotOnOrAfter()).isEqualTo(NOW.plusSeconds(3600));
		assertThat(assertion.authnContextClass()).endsWith(":PasswordProtectedTransport");
		assertThat(assertion.notOnOrAfter()).isEqualTo(NOW.plusSeconds(300));
		assertThat(assertion.signed()).isTrue();
		assertThat(assertion.encryptionMethod()).isEqualTo(ServiceProviderSettings.AES_128_GCM);
		assertThat(PrettyXml.of(assertion.xml())).contains("\n  <saml:Subject>").contains(">alice<");
	}

	@Test
	void whenUnsolicitedAndExpectedThenDecoded() throws Exception {
		DecodedResponse response = provider.decode(protectedBy(success(null)).encoded(),
				expecting(InResponseToCheck.unsolicited()));
		assertThat(response.inResponseTo()).isNull();
		assertThat(response.success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenRefusedThenTheStatusIsDecoded() throws Exception {
		String noPassive = "urn:oasis:names:tc:SAML:2.0:status:NoPassive";
		DecodedResponse response = decode(right().refused(noPassive).encoded());
		assertThat(response.status()).isEqualTo(StatusCode.NO_PASSIVE);
		assertThat(response.statusMessage()).isEqualTo("no");
		assertThat(response.assertion()).isEmpty();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(response::success)
			.withMessageContaining("NoPassive");
	}

	@ParameterizedTest
	@MethodSource
	void whenTheAssertionIsWrongThenRejected(Reason reason, UnaryOperator<String> change) {
		rejected(reason, protectedBy(success("_q1").alteringAssertion(change)).encoded());
	}

	static Stream<Arguments> whenTheAssertionIsWrongThenRejected() {
		String end = NOW.plusSeconds(300).toString();
		return Stream.of(
				arguments(Reason.WRONG_AUDIENCE, replacing("Audience>" + ENTITY_ID, "Audience>" + ENTITY_ID + "x")),
				arguments(Reason.WRONG_AUDIENCE, replacing("Audience>" + ENTITY_ID, "Audience>" + ENTITY_ID + " ")),
				arguments(Reason.WRONG_AUDIENCE, without("<saml:AudienceRestriction>", "</saml:AudienceRestriction>")),
				arguments(Reason.WRONG_RECIPIENT, replacing("Recipient=\"" + ACS, "Recipient=\"" + ACS + "/")),
				arguments(Reason.WRONG_RECIPIENT, replacing(" Recipient=\"" + ACS + "\"", "")),
				arguments(Reason.WRONG_IN_RESPONSE_TO, replacing("InResponseTo=\"_q1", "InResponseTo=\"_q2")),
				arguments(Reason.WRONG_IN_RESPONSE_TO, replacing(" InResponseTo=\"_q1\"", "")),
				arguments(Reason.WRONG_ISSUER, replacing("<saml:Issuer>", "<saml:Issuer>x")),
				arguments(Reason.WRONG_ISSUER, replacing("<saml:Issuer>", "<saml:Issuer Format=\"urn:x\">")),
				arguments(Reason.EXPIRED, replacing("NotOnOrAfter=\"" + end, "NotOnOrAfter=\"" + NOW.minusSeconds(6))),
				arguments(Reason.EXPIRED,
						replacing("Data NotOnOrAfter=\"" + end, "Data NotOnOrAfter=\"" + NOW.minusSeconds(5))),
				arguments(Reason.EXPIRED,
						replacing("IssueInstant=\"" + NOW, "IssueInstant=\"" + NOW.minusSeconds(306))),
				arguments(Reason.EXPIRED,
						replacing("SessionNotOnOrAfter=\"" + NOW.plusSeconds(3600),
								"SessionNotOnOrAfter=\"" + NOW.minusSeconds(5))),
				arguments(Reason.VALID_TOO_LONG,
						replacing("Data NotOnOrAfter=\"" + end, "Data NotOnOrAfter=\"" + NOW.plusSeconds(301))),
				arguments(Reason.VALID_TOO_LONG,
						replacing("\" NotOnOrAfter=\"" + end + "\"><saml:Aud", "\"><saml:Aud")),
				arguments(Reason.NOT_YET_VALID, replacing("NotBefore=\"" + NOW, "NotBefore=\"" + NOW.plusSeconds(6))),
				arguments(Reason.NOT_YET_VALID,
						replacing("IssueInstant=\"" + NOW, "IssueInstant=\"" + NOW.plusSeconds(6))),
				arguments(Reason.NOT_YET_VALID,
						replacing("AuthnInstant=\"" + NOW, "AuthnInstant=\"" + NOW.plusSeconds(6))),
				arguments(Reason.SUBJECT_UNCONFIRMED, replacing("cm:bearer", "cm:sender-vouches")),
				arguments(Reason.SUBJECT_UNCONFIRMED, replacing("Data NotOn", "Data NotBefore=\"" + NOW + "\" NotOn")),
				arguments(Reason.SUBJECT_UNCONFIRMED, without("<saml:NameID", "</saml:NameID>")),
				arguments(Reason.SUBJECT_UNCONFIRMED,
						without("<saml:SubjectConfirmation", "</saml:SubjectConfirmation>")),
				arguments(Reason.NO_AUTHN_STATEMENT, without("<saml:AuthnStatement", "</saml:AuthnStatement>")),
				arguments(Reason.NO_AUTHN_STATEMENT, replacing("AuthnContextClassRef>", "AuthnContextDeclRef>")),
				arguments(Reason.NOT_A_RESPONSE,
						replacing("</saml:Conditions>", "<saml:OneTimeUse/></saml:Conditions>")),
				arguments(Reason.SCHEMA_INVALID, replacing("SessionIndex=", "Session=")),
				arguments(Reason.SCHEMA_INVALID, replacing(" IssueInstant=\"" + NOW + "\"", "")),
				arguments(Reason.DUPLICATE_ID, replacingFirst("ID=\"_a[^\"]*\"", "ID=\"_r1\"")));
	}

	@ParameterizedTest
	@MethodSource
	void whenTheEnvelopeIsWrongThenRejected(Reason reason, UnaryOperator<String> change) {
		rejected(reason, protectedBy(success("_q1").alteringResponse(change)).encoded());
	}

	static Stream<Arguments> whenTheEnvelopeIsWrongThenRejected() {
		return Stream.of(
				arguments(Reason.WRONG_DESTINATION, replacing("Destination=\"" + ACS, "Destination=\"" + ACS + "?")),
				arguments(Reason.WRONG_DESTINATION, replacing(" Destination=\"" + ACS + "\"", "")),
				arguments(Reason.WRONG_IN_RESPONSE_TO, replacing("InResponseTo=\"_q1", "InResponseTo=\"_q2")),
				arguments(Reason.WRONG_IN_RESPONSE_TO, replacing(" InResponseTo=\"_q1\"", "")),
				arguments(Reason.WRONG_ISSUER, replacing("</saml:Issuer>", "x</saml:Issuer>")),
				arguments(Reason.NOT_A_RESPONSE, replacing("Version=\"2.0\"", "Version=\"2.1\"")),
				arguments(Reason.EXPIRED, replacing(NOW.toString(), NOW.minusSeconds(306).toString())),
				arguments(Reason.NOT_YET_VALID, replacing(NOW.toString(), NOW.plusSeconds(6).toString())),
				arguments(Reason.WRONG_ASSERTION_COUNT, replacing("status:Success", "status:Responder")),
				arguments(Reason.WRONG_ASSERTION_COUNT, replacing("{assertion}", "")),
				arguments(Reason.DUPLICATE_ID, replacing("{assertion}", "{assertion}{assertion}")),
				arguments(Reason.SCHEMA_INVALID, replacing("<samlp:Status>", "<samlp:Extensions/><samlp:Status>")),
				arguments(Reason.SCHEMA_INVALID, replacing("<samlp:StatusCode Value", "<samlp:StatusCode Code")));
	}

	@Test
	void whenNotSignedThenRejected() {
		TestResponse signed = success("_q1").withAssertionSigned(IDP.keys());
		rejected(Reason.SIGNATURE_MISSING,
				signed.encryptedTo(KEYS.certificate(), ServiceProviderSettings.AES_128_GCM).encoded());
		rejected(Reason.SIGNATURE_MISSING,
				success("_q1").encryptedTo(KEYS.certificate(), ServiceProviderSettings.AES_128_GCM)
					.withResponseSigned(IDP.keys())
					.encoded());
	}

	@Test
	void whenSignedByAnotherThenRejected() {
		rejected(Reason.SIGNATURE_INVALID, right().withResponseSigned(OTHER_KEYS).encoded());
		rejected(Reason.SIGNATURE_INVALID, right().withAssertionSigned(OTHER_KEYS).encoded());
	}

	@Test
	void whenChangedAfterSigningThenRejected() {
		rejected(Reason.SIGNATURE_INVALID, TestResponse.encode(right().xml().replace("\"_q1\"", "\"_q2\"")));
	}

	@Test
	void whenSignedWithSha1ThenRejected() {
		rejected(Reason.ALGORITHM_REFUSED,
				right().withSignatureMethod("http://www.w3.org/2000/09/xmldsig#rsa-sha1").encoded());
	}

	@Test
	void whenASignedResponseIsWrappedInAnotherThenRejected() {
		String signed = right().xml();
		String forged = success("_q1").alteringResponse(xml -> xml.replace("_r1", "_r2")).xml();
		String wrapped = TestResponse.encode(
				forged.replace("<samlp:Status>", "<samlp:Extensions>" + signed + "</samlp:Extensions><samlp:Status>"));
		rejected(Reason.SCHEMA_INVALID, wrapped);
		assertThatExceptionOfType(ResponseRejectedException.class)
			.isThrownBy(() -> provider.decode(wrapped, expecting().withoutSchema()))
			.satisfies(ex -> assertThat(ex.reason()).isEqualTo(Reason.SIGNATURE_MISSING));
	}

	@Test
	void whenTheSignatureCoversAnotherElementThenRejected() {
		String signed = right().xml();
		String signature = signed.substring(signed.indexOf("<ds:Signature"),
				signed.indexOf("</ds:Signature>") + "</ds:Signature>".length());
		String forged = success("_q1").alteringResponse(xml -> xml.replace("_r1", "_r2")).xml();
		rejected(Reason.SIGNATURE_INVALID,
				TestResponse.encode(forged.replace("<samlp:Status>", signature + "<samlp:Status>")));
	}

	@Test
	void whenEncryptedToAnotherThenRejected() {
		rejected(Reason.UNDECRYPTABLE,
				right().encryptedTo(OTHER_KEYS.certificate(), ServiceProviderSettings.AES_128_GCM).encoded());
	}

	@Test
	void whenEncryptedByAnotherMethodThanStatedThenRejectedUnlessNoneIsStated() throws Exception {
		String aes256 = right().encryptedTo(KEYS.certificate(), "http://www.w3.org/2009/xmlenc11#aes256-gcm").encoded();
		rejected(Reason.ALGORITHM_REFUSED, aes256);
		String cbc = right().encryptedTo(KEYS.certificate(), "http://www.w3.org/2001/04/xmlenc#aes128-cbc").encoded();
		rejected(Reason.ALGORITHM_REFUSED, cbc);
		ServiceProvider lenient = new ServiceProvider(SETTINGS.withEncryptionMethods(List.of()), KEYS, CLOCK, RANDOM);
		assertThat(lenient.decode(aes256, expecting()).success().encryptionMethod()).endsWith("aes256-gcm");
		rejected(lenient, Reason.ALGORITHM_REFUSED, cbc);
		ServiceProvider old = new ServiceProvider(
				SETTINGS.withEncryptionMethods(List.of("http://www.w3.org/2001/04/xmlenc#aes128-cbc")), KEYS, CLOCK,
				RANDOM);
		assertThat(old.decode(cbc, expecting()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenInTheClearThoughAKeyIsOfferedThenRejectedUnlessAccepted() throws Exception {
		String clear = success("_q1").withAssertionSigned(IDP.keys()).withResponseSigned(IDP.keys()).encoded();
		rejected(Reason.WRONG_PROTECTION, clear);
		assertThat(provider.decode(clear, expecting().withClearAccepted()).success().encryptionMethod()).isNull();
		ServiceProvider keyless = new ServiceProvider(SETTINGS.withoutEncryptionKey(), KEYS, CLOCK, RANDOM);
		assertThat(keyless.decode(clear, expecting()).success().values("uid")).containsExactly("alice");
		rejected(keyless, Reason.WRONG_PROTECTION, right().encoded());
	}

	@Test
	void whenTheAssertionNeedNotBeSignedThenAnUnsignedOneIsDecoded() throws Exception {
		ServiceProvider content = new ServiceProvider(SETTINGS.withWantAssertionsSigned(false), KEYS, CLOCK, RANDOM);
		String unsigned = success("_q1").encryptedTo(KEYS.certificate(), ServiceProviderSettings.AES_128_GCM)
			.withResponseSigned(IDP.keys())
			.encoded();
		assertThat(content.decode(unsigned, expecting()).success().signed()).isFalse();
		rejected(content, Reason.SIGNATURE_INVALID, right().withAssertionSigned(OTHER_KEYS).encoded());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "%%%", "PGE", "YQ==\n", "PGEvPjxhLz4=" })
	void whenNotBase64OfXmlThenRejected(String field) {
		rejected(Reason.UNDECODABLE, field);
	}

	@Test
	void whenAnotherDocumentThenRejected() {
		rejected(Reason.NOT_A_RESPONSE, TestResponse.encode("<a/>"));
		rejected(Reason.NOT_A_RESPONSE, TestResponse.encode(String.valueOf(success("_q1").assertion())));
		rejected(Reason.UNDECODABLE, TestResponse.encode("<!DOCTYPE a><a/>"));
	}

	@Test
	void whenExactlyAtTheLimitsOfSkewThenDecoded() throws Exception {
		Instant late = NOW.plusSeconds(5);
		TestResponse response = TestResponse.success(IDP, ENTITY_ID, ACS, "_q1", late);
		assertThat(provider.decode(protectedBy(response).encoded(), expecting()).success().issueInstant())
			.isEqualTo(late);
		assertThatExceptionOfType(ResponseRejectedException.class).isThrownBy(() -> provider
			.decode(protectedBy(response).encoded(), expecting().withClockSkew(Duration.ofSeconds(4))));
	}

	private static UnaryOperator<String> replacing(String old, String by) {
		return xml -> xml.replace(old, by);
	}

	private static UnaryOperator<String> replacingFirst(String pattern, String by) {
		return xml -> xml.replaceFirst(pattern, by);
	}

	private static UnaryOperator<String> without(String start, String end) {
		return xml -> xml.substring(0, xml.indexOf(start)) + xml.substring(xml.indexOf(end) + end.length());
	}

	private static TestResponse success(@Nullable String requestId) {
		return TestResponse.success(IDP, ENTITY_ID, ACS, requestId, NOW);
	}

	private static TestResponse protectedBy(TestResponse response) {
		return response.withAssertionSigned(IDP.keys())
			.encryptedTo(KEYS.certificate(), ServiceProviderSettings.AES_128_GCM)
			.withResponseSigned(IDP.keys());
	}

	private static TestResponse right() {
		return protectedBy(success("_q1"));
	}

	private static ResponseExpectations expecting() {
		return expecting(InResponseToCheck.to("_q1"));
	}

	private static ResponseExpectations expecting(InResponseToCheck check) {
		return ResponseExpectations.of(IDP.trusted(), ACS, check);
	}

	private DecodedResponse decode(String encoded) throws ResponseRejectedException {
		return provider.decode(encoded, expecting());
	}

	private void rejected(Reason reason, String encoded) {
		rejected(provider, reason, encoded);
	}

	private static void rejected(ServiceProvider provider, Reason reason, String encoded) {
		assertThatExceptionOfType(ResponseRejectedException.class)
			.isThrownBy(() -> provider.decode(encoded, expecting()))
			.satisfies(ex -> assertThat(ex.reason()).as(ex.getMessage()).isEqualTo(reason));
	}

}
