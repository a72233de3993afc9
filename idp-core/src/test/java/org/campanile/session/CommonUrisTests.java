package org.campanile.session;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommonUrisTests {

	@ParameterizedTest
	@CsvSource({ "urn:oasis:names:tc:SAML:2.0:nameid-format:transient,~ntransient",
			"urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress,~memailAddress",
			"urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport,~cPasswordProtectedTransport",
			"https://refeds.org/profile/mfa,https://refeds.org/profile/mfa", "~n,~~n", "~,~~", "~~x,~~~x" })
	void whenShortenedThenStoredSo(String text, String form) {
		assertThat(CommonUris.shorten(text)).isEqualTo(form);
		assertThat(CommonUris.restore(form)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "n", "~", "~~", "~n", "~c~n", "urn:oasis:names:tc:SAML:2.0:nameid-format:",
			"urn:oasis:names:tc:SAML:2.0:nameid-format:~m", "urn:x", "~zlater" })
	void whenAnyTextThenItComesBackAsItWas(String text) {
		assertThat(CommonUris.restore(CommonUris.shorten(text))).isEqualTo(text);
	}

	@Test
	void whenWrittenByAnEarlierVersionThenLeftAsItIs() {
		assertThat(CommonUris.restore("urn:oasis:names:tc:SAML:2.0:nameid-format:transient"))
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:nameid-format:transient");
	}

}
