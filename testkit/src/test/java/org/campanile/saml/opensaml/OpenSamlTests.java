package org.campanile.saml.opensaml;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OpenSamlTests {

	@Test
	void whenWellFormedThenParsed() throws Exception {
		assertThat(OpenSaml.get().parse(bytes("<a xmlns='urn:x'/>")).getDocumentElement().getNamespaceURI())
			.isEqualTo("urn:x");
	}

	@Test
	void whenAtTheLimitsThenParsedAndBeyondThenRefused() throws Exception {
		assertThat(OpenSaml.get().parse(bytes("<a>".repeat(64) + "</a>".repeat(64)))).isNotNull();
		refused("<a>".repeat(65) + "</a>".repeat(65));
		refused(withAttributes(257));
		assertThat(OpenSaml.get().parse(bytes(withAttributes(256)))).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
			"<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://127.0.0.1:9/'> %x;]><a/>", "<a>&undefined;</a>", "<a", "",
			"<a b='1' b='2'/>", "<a>\u0000</a>" })
	void whenRefusedContentThenRefused(String xml) {
		refused(xml);
	}

	private static void refused(String xml) {
		assertThatExceptionOfType(XmlRefusedException.class).isThrownBy(() -> OpenSaml.get().parse(bytes(xml)));
	}

	private static String withAttributes(int count) {
		StringBuilder xml = new StringBuilder("<a");
		for (int i = 0; i < count; i++) {
			xml.append(" a").append(i).append("=''");
		}
		return xml.append("/>").toString();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
