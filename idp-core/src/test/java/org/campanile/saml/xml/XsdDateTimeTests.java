package org.campanile.saml.xml;

import java.time.Instant;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class XsdDateTimeTests {

	@ParameterizedTest
	@CsvSource({ "2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z", "2026-03-01T12:00:00, 2026-03-01T12:00:00Z",
			"2026-03-01T12:00:00.5+01:00, 2026-03-01T11:00:00.5Z",
			"2026-03-01T12:00:00.123456789Z, 2026-03-01T12:00:00.123456789Z",
			"2026-03-01T12:00:00.123456789999Z, 2026-03-01T12:00:00.123456789Z",
			"' 2026-03-01T12:00:00Z ', 2026-03-01T12:00:00Z" })
	void whenATimeThenParsed(String text, Instant instant) {
		assertThat(XsdDateTime.parse(text)).contains(instant);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "tomorrow", "2026-03-01", "2026-13-01T00:00:00Z", "999999-03-01T12:00:00Z",
			"2026-02-30T00:00:00Z", "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00+99:00" })
	void whenNoneThenEmpty(String text) {
		assertThat(XsdDateTime.parse(text)).isEmpty();
	}

}
