package org.campanile.web.fault;

import java.io.EOFException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.RawHttp;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LastResortFilterTests {

	@AutoClose
	private static TestIdp idp;

	@BeforeAll
	static void start() {
		idp = TestIdp.start();
	}

	/**
	 * Anyone can abort as many requests as there are connections, so these must not fill
	 * the log.
	 */
	@Test
	void whenASenderGoesAwayInTheMiddleOfAFormThenNothingIsLogged() throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		response.setCommitted(true);
		try (LogLines log = LogLines.all()) {
			filtered(response, new InvalidParameterException(new ClientAbortException(new EOFException())));
			assertThat(log.lines()).isEmpty();
		}
	}

	@Test
	void whenAnAnswerBreaksOffForOurReasonsThenItIsLogged() {
		MockHttpServletResponse response = new MockHttpServletResponse();
		response.setCommitted(true);
		try (LogLines log = LogLines.all()) {
			assertThatThrownBy(() -> filtered(response, new IllegalStateException("ours")))
				.isInstanceOf(IllegalStateException.class);
			assertThat(log.lines()).singleElement().asString().startsWith("A response was aborted");
		}
	}

	/** In the handler of the login page, and in Spring Security. */
	@Test
	void whenParametersCannotBeDecodedThenTheMetricsCountAClientError() {
		String body = "j_username=%ff";
		assertThat(RawHttp.send(idp, "GET", "/idp/login?flow=%ff", "").status()).isEqualTo(400);
		assertThat(RawHttp
			.send(idp, "POST", "/idp/login", body, "Content-Type: application/x-www-form-urlencoded",
					"Content-Length: " + body.length())
			.status()).isEqualTo(400);
		assertThat(idp.bean(MeterRegistry.class)
			.find("http.server.requests")
			.tags("status", "400", "outcome", "CLIENT_ERROR")
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum()).isEqualTo(2);
	}

	private static void filtered(MockHttpServletResponse response, RuntimeException failure) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest("POST", "/idp/login");
		request.setContextPath("/idp");
		idp.bean(LastResortFilter.class).doFilter(request, response, (any, none) -> {
			throw failure;
		});
	}

}
