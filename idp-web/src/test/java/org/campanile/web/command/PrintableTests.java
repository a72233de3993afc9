package org.campanile.web.command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

class PrintableTests {

	@Test
	void whenItIsTextThenItStays() {
		String text = "J\u00f6rg \"\\\" \u6c49 \ud83d\ude00 {a: 1}";
		assertThat(Printable.of(text)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "1b, \\u001b", "a, \\u000a", "d, \\u000d", "7f, \\u007f", "9b, \\u009b", "202e, \\u202e",
			"2028, \\u2028", "d800, \\ud800", "e0001, \\udb40\\udc01" })
	void whenATerminalCouldObeyItThenEscaped(String point, String escaped) {
		assertThat(Printable.of("a" + Character.toString(Integer.parseInt(point, 16)) + "b"))
			.isEqualTo("a" + escaped + "b");
	}

	@Test
	void whenItIsJsonThenItSaysTheSame() {
		String json = "{\"name\":\"a\u009b\u202e\udb40\udc01b\"}";
		assertThat(JsonParserFactory.getJsonParser().parseMap(Printable.of(json)))
			.isEqualTo(JsonParserFactory.getJsonParser().parseMap(json));
	}

}
