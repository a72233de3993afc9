package org.campanile.web.validation;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.web.validation.JsonParameters.MalformedJsonException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JsonParametersTests {

	private static final String USER = "{\"user\":\"carol\",\"realm\":\"campus\",";

	@Test
	void whenTheBodyIsAnObjectOfStringsThenTheseAreItsParameters() throws Exception {
		String body = " {\"user\" : \"j\u00fcrgen\", \"p\\u0061ss\":\"a%41\\ud83d\\ude00\",\"other\":\"\"}\n";
		assertThat(JsonParameters.read(body.getBytes(StandardCharsets.UTF_8)))
			.isEqualTo(Map.of("user", "j\u00fcrgen", "pass", "a%41\ud83d\ude00", "other", ""));
		assertThat(JsonParameters.read("{}".getBytes(StandardCharsets.UTF_8))).isEmpty();
	}

	private static Stream<String> hostile() {
		return Stream.of("", "null", "[]", "\"carol\"", "{", USER + "\"pass\":\"carol-demo\"",
				USER + "\"pass\":\"carol-demo\",}", USER + "\"pass\":\"carol-demo\"} {}",
				USER + "\"pass\":\"carol-demo\"}x", "/**/" + USER + "\"pass\":\"carol-demo\"}",
				USER + "'pass':'carol-demo'}", USER + "pass:\"carol-demo\"}",
				USER + "\"pass\":\"wrong\",\"pass\":\"carol-demo\"}",
				USER + "\"pass\":\"wrong\",\"p\\u0061ss\":\"carol-demo\"}",
				USER + "\"pass\":\"carol-demo\",\"user\":\"bob\"}", USER + "\"pass\":123456}", USER + "\"pass\":true}",
				USER + "\"pass\":null}", USER + "\"pass\":[\"carol-demo\"]}",
				USER + "\"pass\":{\"pass\":\"carol-demo\"}}", USER + "\"pass\":\"carol-demo\",\"other\":1}",
				USER + "\"pass\":\"carol-demo\",\"other\":" + "[".repeat(9_000),
				USER + "\"pass\":\"carol-demo\",\"other\":" + "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_001),
				USER + "\"pass\":\"carol-demo\ud83d\"}".replace("\ud83d", "\\ud83d"),
				USER + IntStream.range(0, 50).mapToObj(i -> "\"m" + i + "\":\"\",").collect(Collectors.joining())
						+ "\"pass\":\"carol-demo\"}",
				"\uFEFF" + USER + "\"pass\":\"carol-demo\"}", USER + "\"pass\":\"carol\n-demo\"}");
	}

	@ParameterizedTest
	@MethodSource("hostile")
	void whenItIsAnythingElseThenRefusedAndNothingOfItIsQuoted(String body) {
		assertThatExceptionOfType(MalformedJsonException.class)
			.isThrownBy(() -> JsonParameters.read(body.getBytes(StandardCharsets.UTF_8)))
			.satisfies(ex -> assertThat(ex).hasNoCause().hasMessageNotContainingAny("carol", "demo"));
	}

	@Test
	void whenItIsNotUtf8ThenRefused() {
		String body = USER + "\"pass\":\"\u00fc\"}";
		for (Charset charset : List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE,
				StandardCharsets.UTF_16BE)) {
			assertThatExceptionOfType(MalformedJsonException.class).as(charset.name())
				.isThrownBy(() -> JsonParameters.read(body.getBytes(charset)));
		}
	}

}
