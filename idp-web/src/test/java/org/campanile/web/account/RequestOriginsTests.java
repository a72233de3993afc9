package org.campanile.web.account;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestOriginsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0|Edge, Windows",
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15|Safari, macOS",
			"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36|Chrome, Android",
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140 Mobile/15E148 Safari/604.1|Chrome, iPhone",
			"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0|Firefox, Linux",
			"curl/8.5.0|''", "<script>alert(1)</script> Firefox|Firefox" })
	void whenABrowserSaysWhatItIsThenOnlyKnownNamesAreKept(String header, String device) {
		assertThat(RequestOrigins.device(header)).isEqualTo(device);
	}

	@Test
	void whenThereIsNoHeaderThenNothingIsKnown() {
		assertThat(RequestOrigins.device(null)).isEmpty();
	}

}
