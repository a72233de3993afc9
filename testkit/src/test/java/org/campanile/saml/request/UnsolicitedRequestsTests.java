package org.campanile.saml.request;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.testkit.saml.TestSignOnRequests;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.saml.TestRelyingParties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.saml.request.Requests.assertLocal;

class UnsolicitedRequestsTests {

	private final Requests.Marks marks = new Requests.Marks();

	private final AuthnRequestProcessor processor = Requests.processor(marks,
			TestRelyingParties.relyingParty()
				.authnRequestsSigned()
				.endpoint(Saml.BINDING_POST, "https://sp.example.org/second", 2, false)
				.endpoint("urn:artifact", "https://sp.example.org/artifact", 3, false)
				.build(),
			TestRelyingParties.relyingParty().entityId("urn:strict").requireSignedRequests(true).build(),
			TestRelyingParties.relyingParty().entityId("urn:off").disabled().build());

	private final Map<String, List<String>> parameters = new HashMap<>(
			Map.of("providerId", List.of(TestRelyingParties.ENTITY_ID)));

	@Test
	void whenOnlyTheServiceIsNamedThenItsDefault() throws Exception {
		assertThat(processor.unsolicited(parameters))
			.isEqualTo(TestSignOnRequests.signOn(TestRelyingParties.ENTITY_ID, TestRelyingParties.ACS_URL, null, null,
					false, false, null, NameIdRequest.ANY, OptionalInt.empty(), Requests.NOW, null));
		processor.unsolicited(parameters);
		assertThat(marks.set).isEmpty();
	}

	@Test
	void whenEverythingIsNamedThenTaken() throws Exception {
		parameters.put("shire", List.of("https://sp.example.org/second"));
		parameters.put("target", List.of("https://sp.example.org/page?x=ä&y"));
		parameters.put("time", List.of(Long.toString(Requests.NOW.getEpochSecond())));
		parameters.put("other", List.of("a", "b"));
		SignOnRequest request = processor.unsolicited(parameters);
		assertThat(request.answerUrl()).isEqualTo("https://sp.example.org/second");
		assertThat(SamlSignOn.of(request).relayState()).isEqualTo("https://sp.example.org/page?x=ä&y");
	}

	@ParameterizedTest
	@ValueSource(strings = { "shire", "target", "time" })
	void whenAParameterIsEmptyThenAsIfAbsent(String name) throws Exception {
		parameters.put(name, List.of(""));
		assertThat(SamlSignOn.of(processor.unsolicited(parameters)).relayState()).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "0,true", "-480,true", "-481,false", "180,true", "181,false" })
	void whenTimeIsNamedThenHeldAgainstTheLimits(long seconds, boolean accepted) throws Exception {
		parameters.put("time", List.of(Long.toString(Requests.NOW.getEpochSecond() + seconds)));
		if (accepted) {
			processor.unsolicited(parameters);
		}
		else {
			refused(FaultCode.REQUEST_EXPIRED);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "now", "-1", "1.5", "9999999999999", "٣" })
	void whenTimeIsNoneThenRefused(String time) {
		parameters.put("time", List.of(time));
		refused(FaultCode.REQUEST_MALFORMED);
	}

	@Test
	void whenTimeIsInMillisecondsThenRefused() {
		parameters.put("time", List.of("999999999999"));
		refused(FaultCode.REQUEST_EXPIRED);
	}

	@ParameterizedTest
	@CsvSource({ "providerId,urn:none,SERVICE_UNKNOWN", "providerId,urn:off,SERVICE_DISABLED",
			"providerId,'',REQUEST_MALFORMED", "providerId,urn:strict,SIGNATURE_MISSING",
			"shire,https://evil.example/,RESPONSE_URL_UNKNOWN", "shire,javascript:alert(1),RESPONSE_URL_UNKNOWN",
			"shire,https://sp.example.org/artifact,BINDING_UNSUPPORTED" })
	void whenAParameterIsWrongThenRefused(String name, String value, FaultCode code) {
		parameters.put(name, List.of(value));
		refused(code);
	}

	@Test
	void whenTargetIsTooLongThenRefused() {
		parameters.put("target", List.of("x".repeat(2049)));
		refused(FaultCode.RELAY_STATE_TOO_LONG);
	}

	@ParameterizedTest
	@ValueSource(strings = { "providerId", "shire", "target", "time" })
	void whenAParameterIsRepeatedThenRefused(String name) {
		parameters.put(name, List.of(TestRelyingParties.ENTITY_ID, TestRelyingParties.ENTITY_ID));
		refused(FaultCode.MESSAGE_UNDECODABLE);
	}

	private void refused(FaultCode code) {
		assertLocal(code, () -> processor.unsolicited(parameters));
	}

}
