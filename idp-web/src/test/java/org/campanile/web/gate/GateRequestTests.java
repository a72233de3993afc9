package org.campanile.web.gate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the description of a request that Traefik and Caddy send. */
class GateRequestTests {

	@Test
	void whenARequestIsForwardedThenItsPageIsDescribed() {
		assertThat(GateRequest.of(forwarded("wiki.example.edu", "/open")))
			.isInstanceOf(GateRequest.Described.Fully.class);
		assertThat(GateRequest.page(forwarded("wiki.example.edu", "/open"))).isPresent();
	}

	/** Appended to the host, the URI could name another host or port. */
	@ParameterizedTest
	@ValueSource(strings = { ".edu/open", ":80/open", "?a=b", "", "http://wiki.example.edu/open" })
	void whenTheUriDoesNotBeginWithASlashThenNoPageIsDescribed(String uri) {
		assertThat(GateRequest.of(forwarded("wiki.example", uri))).isInstanceOf(GateRequest.Described.Not.class);
		assertThat(GateRequest.page(forwarded("wiki.example", uri))).isEmpty();
	}

	private static MockHttpServletRequest forwarded(String host, String uri) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.addHeader("X-Forwarded-Method", "GET");
		request.addHeader("X-Forwarded-Proto", "http");
		request.addHeader("X-Forwarded-Host", host);
		request.addHeader("X-Forwarded-Uri", uri);
		return request;
	}

}
