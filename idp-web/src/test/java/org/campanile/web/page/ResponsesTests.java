package org.campanile.web.page;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class ResponsesTests {

	@ParameterizedTest
	@CsvSource({ "PT0S,1", "PT0.001S,1", "PT1S,1", "PT1.2S,2", "PT5S,5", "PT4M49.5S,290" })
	void whenThereIsAWaitThenItsSecondsAreRoundedUp(Duration wait, String seconds) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		Responses.retryAfter(response, wait);
		assertThat(response.getHeader("Retry-After")).isEqualTo(seconds);
	}

	@Test
	void whenThereIsNoWaitThenNoneIsSaid() {
		MockHttpServletResponse response = new MockHttpServletResponse();
		Responses.retryAfter(response, null);
		assertThat(response.getHeaderNames()).isEmpty();
	}

	@Test
	void whenTheBrowserIsSentOnThenTheAnswerIsNotCached() {
		MockHttpServletResponse response = new MockHttpServletResponse();
		Responses.seeOther(response, "/idp/login?flow=1");
		assertThat(response.getStatus()).isEqualTo(303);
		assertThat(response.getHeader("Location")).isEqualTo("/idp/login?flow=1");
		assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
	}

}
