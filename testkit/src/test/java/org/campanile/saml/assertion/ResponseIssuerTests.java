package org.campanile.saml.assertion;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opensaml.saml.saml2.core.Assertion;
import org.opensaml.saml.saml2.core.AuthnStatement;
import org.opensaml.saml.saml2.core.Response;
import org.opensaml.saml.saml2.core.SubjectConfirmationData;

import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.Answer;
import org.campanile.release.ReleasedAttribute;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.ResponseIssuer.RefusalStatus;
import org.campanile.saml.attribute.SamlAttributeName;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.opensaml.SamlOracle;
import org.campanile.signon.Refusal;
import org.campanile.testkit.saml.TestSignOnRequests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.campanile.saml.assertion.IssuedResponses.IDP;
import static org.campanile.saml.assertion.IssuedResponses.SERVICE_KEY;
import static org.campanile.saml.assertion.IssuedResponses.key;
import static org.campanile.saml.assertion.IssuedResponses.read;
import static org.campanile.saml.assertion.IssuedResponses.bytes;
import static org.campanile.saml.assertion.IssuedResponses.decrypted;
import static org.campanile.saml.assertion.IssuedResponses.attributes;

/** Checks responses with OpenSAML. */
class ResponseIssuerTests {

	private final IssuedResponses responses = new IssuedResponses();

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
			Answer.Post message = responses.issuer(KeyType.EC_P256, names)
				.success(signOn.request(), signOn.granted())
				.message();
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
		Response response = responses.issue(signOn, KeyType.RSA_2048);
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
		assertThat(statement.getSessionIndex()).isEqualTo(SessionIndex.of(signOn.session(), TestSignOns.SERVICE));
		assertThat(assertion.getAttributeStatements()).isEmpty();
	}

	@Test
	void whenAttributesHaveOneNameThenTheyAreOne() throws Exception {
		SamlAttributeName phone = new SamlAttributeName("urn:x:phone", SamlAttributeName.URI, "phone");
		TestSignOns signOn = new TestSignOns().attributes(List.of(released("samlSubjectID", "old@example.edu"),
				released("work", "1", "2"), released("subject-id", "new@example.edu"), released("mobile", "2", "3")));
		Assertion assertion = read(
				responses.issuer(KeyType.EC_P256, new SamlAttributeNames(Map.of("work", phone, "mobile", phone)))
					.success(signOn.request(), signOn.granted())
					.message())
			.getAssertions()
			.getFirst();
		assertThat(SamlOracle.attributeNames(assertion)).containsExactly(SamlAttributeName.SUBJECT_ID, "urn:x:phone");
		assertThat(SamlOracle.attributeValues(assertion)).containsExactly("new@example.edu", "1", "2", "3");
	}

	@Test
	void whenASecondAttributeIsThePairwiseIdThenItAloneIsWritten() throws Exception {
		SamlAttributeName name = new SamlAttributeName(SamlAttributeName.PAIRWISE_ID, SamlAttributeName.URI, "own");
		TestSignOns signOn = new TestSignOns().attributes(
				List.of(released("pairwise-id", "computed@example.edu"), released("ownPairwise", "own@example.edu")));
		Assertion assertion = read(
				responses.issuer(KeyType.EC_P256, new SamlAttributeNames(Map.of("ownPairwise", name)))
					.success(signOn.request(), signOn.granted())
					.message())
			.getAssertions()
			.getFirst();
		assertThat(SamlOracle.attributeNames(assertion)).containsExactly(SamlAttributeName.PAIRWISE_ID);
		assertThat(SamlOracle.attributeValues(assertion)).containsExactly("own@example.edu");
	}

	private static ReleasedAttribute released(String id, String... values) {
		return new ReleasedAttribute(id, Stream.of(values).<AttributeValue>map(AttributeValue.Text::new).toList());
	}

	@Test
	void whenUnsolicitedThenAnswersNothing() throws Exception {
		Response response = responses.issue(new TestSignOns().unsolicited(), KeyType.EC_P256);
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
		var tooLong = responses
			.issue(new TestSignOns().lifetimes(Duration.ofHours(1), Optional.of(Duration.ofDays(9))), KeyType.EC_P256)
			.getAssertions()
			.getFirst();
		assertThat(Duration.between(tooLong.getConditions().getNotBefore(), tooLong.getConditions().getNotOnOrAfter()))
			.isEqualTo(Duration.ofMinutes(5));
		assertThat(tooLong.getAuthnStatements().getFirst().getSessionNotOnOrAfter())
			.isEqualTo(TestSignOns.SESSION_END.truncatedTo(ChronoUnit.MILLIS));
		var shorter = responses
			.issue(new TestSignOns().lifetimes(Duration.ofMinutes(1), Optional.of(Duration.ofHours(1))),
					KeyType.EC_P256)
			.getAssertions()
			.getFirst();
		assertThat(shorter.getConditions().getNotOnOrAfter()).isEqualTo(now.plusSeconds(54));
		assertThat(shorter.getAuthnStatements().getFirst().getSessionNotOnOrAfter()).isEqualTo(now.plusSeconds(3600));
	}

	@Test
	void whenTheSessionLifetimeIsZeroThenNoEndIsStated() throws Exception {
		Assertion assertion = responses
			.issue(new TestSignOns().lifetimes(Duration.ofMinutes(5), Optional.of(Duration.ZERO)), KeyType.EC_P256)
			.getAssertions()
			.getFirst();
		assertThat(assertion.getAuthnStatements().getFirst().getSessionIndex()).isNotEmpty();
		assertThat(assertion.getAuthnStatements().getFirst().getSessionNotOnOrAfter()).isNull();
	}

	@Test
	void whenGrantedForAnotherServiceThenRefused() {
		TestSignOns signOn = new TestSignOns();
		var request = signOn.request();
		var other = TestSignOnRequests.signOn("https://other.example.edu", request.answerUrl(), null, null, false,
				false, null, NameIdRequest.ANY, OptionalInt.empty(), TestSignOns.NOW, null);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> responses.issuer(KeyType.EC_P256).success(other, signOn.granted()));
	}

	@ParameterizedTest
	@EnumSource
	void whenRefusedThenSignedErrorWithTheStatus(Refusal refusal) throws Exception {
		Answer.Post message = responses.issuer(KeyType.RSA_2048)
			.refusal(new TestSignOns().relayState("s").request(), refusal);
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
		Answer.Post message = responses.issuer(KeyType.EC_P256)
			.error(new SamlFault.ReplyTo(TestSignOns.SERVICE, TestSignOns.ACS, null, null,
					StatusCode.REQUEST_VERSION_TOO_HIGH));
		Response response = read(message);
		SamlOracle.verify(response, key(KeyType.EC_P256));
		assertThat(response.getInResponseTo()).isNull();
		assertThat(message.fields()).containsOnlyKeys("SAMLResponse");
		assertThat(response.getStatus().getStatusCode().getStatusCode().getValue())
			.isEqualTo(StatusCode.REQUEST_VERSION_TOO_HIGH.secondLevel());
	}

	@Test
	void whenSessionsOrServicesDifferThenSessionIndexesDo() {
		var session = new TestSignOns().session();
		byte[] other = new byte[32];
		other[0] = 1;
		assertThat(SessionIndex.of(session, "https://a")).matches("_[0-9a-f]{40}")
			.isEqualTo(SessionIndex.of(session, "https://a"))
			.isNotEqualTo(SessionIndex.of(session, "https://b"))
			.isNotEqualTo(SessionIndex.of(new TestSignOns().secret(other).session(), "https://a"));
	}

	@Test
	void whenAByteIsChangedThenOpenSamlRefuses() throws Exception {
		TestSignOns signOn = new TestSignOns().wantAssertionsSigned(true).attributes(attributes("alice"));
		String xml = new String(
				bytes(responses.issuer(KeyType.EC_P256).success(signOn.request(), signOn.granted()).message()),
				StandardCharsets.UTF_8);
		Response forged = SamlOracle.response(xml.replace(">alice<", ">admin<").getBytes(StandardCharsets.UTF_8));
		assertThat(SamlOracle.attributeValues(forged.getAssertions().getFirst())).containsExactly("admin");
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> SamlOracle.verify(forged, key(KeyType.EC_P256)));
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> SamlOracle.verify(forged.getAssertions().getFirst(), key(KeyType.EC_P256)));
	}

	@Test
	void whenIssuedThenEveryStageIsTimedOnce() throws Exception {
		responses.issue(new TestSignOns().wantAssertionsSigned(true).encryptTo(SERVICE_KEY.getPublic()),
				KeyType.EC_P256);
		for (String stage : List.of("build", "sign", "encrypt", "encode")) {
			assertThat(responses.meters.get("campanile.stage").tag("stage", stage).timer().count()).as(stage)
				.isEqualTo(1);
		}
	}

}
