package org.campanile.testkit.factor;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EnrolmentRemainsTests {

	private static final List<String> PLANTED = List.of("planted-secret");

	@ParameterizedTest
	@ValueSource(strings = { "planted-secret", "aplanted-secretb", "abplanted-secretcd", "abcplanted-secretdef" })
	void whenATextIsInADumpThenItIsFoundHoweverItIsEncoded(String row) {
		byte[] bytes = row.getBytes(UTF_8);
		for (String dump : List.of(row, HexFormat.of().formatHex(bytes), Base64.getEncoder().encodeToString(bytes),
				Base64.getUrlEncoder().withoutPadding().encodeToString(bytes))) {
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> EnrolmentRemains.assertAbsent("x " + dump + " y", PLANTED));
		}
	}

	@Test
	void whenNothingIsInADumpThenItPasses() {
		EnrolmentRemains.assertAbsent("planted secret, plan-ted", PLANTED);
	}

}
