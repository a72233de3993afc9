package org.campanile.saml.binding;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class PostDecoderTests {

	private static final String XML = "<samlp:AuthnRequest>and so on, long enough for two lines of base64"
			+ "</samlp:AuthnRequest>";

	private static final String REQUEST = Base64.getMimeEncoder().encodeToString(XML.getBytes(StandardCharsets.UTF_8));

	private final PostDecoder decoder = new PostDecoder(BindingLimits.DEFAULTS);

	private final Map<String, List<String>> form = new HashMap<>(Map.of("SAMLRequest", List.of(REQUEST)));

	@Test
	void whenPostedThenDecodedLineBreaksAndAll() throws Exception {
		assertThat(REQUEST).contains("\r\n");
		form.put("RelayState", List.of("<&\r\n"));
		form.put("other", List.of("a", "b"));
		InboundMessage message = decoder.decode(form);
		assertThat(message.binding()).isEqualTo(Saml.BINDING_POST);
		assertThat(new String(message.xml(), StandardCharsets.UTF_8)).isEqualTo(XML);
		assertThat(message.relayState()).isEqualTo("<&\r\n");
		assertThat(message.signature()).isEmpty();
	}

	@Test
	void whenRelayStateIsEmptyThenThereIsNone() throws Exception {
		form.put("RelayState", List.of(""));
		assertThat(decoder.decode(form).relayState()).isNull();
	}

	@Test
	void whenRelayStateIsTooLongThenRefused() {
		form.put("RelayState", List.of("x".repeat(2049)));
		refused(FaultCode.RELAY_STATE_TOO_LONG);
	}

	@ParameterizedTest
	@ValueSource(strings = { "SAMLRequest", "RelayState" })
	void whenAParameterIsRepeatedThenRefused(String name) {
		form.put(name, List.of(REQUEST, REQUEST));
		refused(FaultCode.MESSAGE_UNDECODABLE);
	}

	@Test
	void whenAResponseComesWithItThenRefused() {
		form.put("SAMLResponse", List.of(REQUEST));
		refused(FaultCode.MESSAGE_UNDECODABLE);
	}

	@Test
	void whenAResponseComesInsteadThenRefused() {
		form.remove("SAMLRequest");
		form.put("SAMLResponse", List.of(REQUEST));
		refused(FaultCode.NOT_AN_AUTHN_REQUEST);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  ", "a", "abc", "====", "ab-_", "<xml/>", "YWJj\u0000", "YWI=YWI=" })
	void whenNotBase64ThenRefused(String value) {
		form.put("SAMLRequest", List.of(value));
		refused(FaultCode.MESSAGE_UNDECODABLE);
	}

	@Test
	void whenNothingComesThenRefused() {
		form.clear();
		refused(FaultCode.MESSAGE_UNDECODABLE);
	}

	@Test
	void whenAtTheLimitThenDecodedAndBeyondThenTooLarge() throws Exception {
		form.put("SAMLRequest", List.of("A".repeat(192 * 1024)));
		assertThat(decoder.decode(form).xml()).hasSize(144 * 1024);
		form.put("SAMLRequest", List.of("A".repeat(192 * 1024 + 1)));
		refused(FaultCode.MESSAGE_TOO_LARGE);
	}

	private void refused(FaultCode code) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> decoder.decode(form));
		assertThat(fault).as("a fault").isNotNull();
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo()).isEmpty();
	}

}
