package org.campanile.web.lifecycle;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class ElsewhereFilterTests {

	private static final String SSO = "/profile/SAML2/Redirect/SSO";

	private final Drain drain = new Drain(Duration.ZERO, new ServletWebServerApplicationContext());

	private boolean storeAway = true;

	@Test
	void whenTheStoreIsAwayAndTheProxyAsksElsewhereThenItIsSentThere() throws Exception {
		MockHttpServletResponse response = filtered("GET", SSO, "502");
		assertThat(response.getStatus()).isEqualTo(502);
		assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
		assertThat(response.getContentAsString()).contains("store");
	}

	@ParameterizedTest
	@CsvSource({ "POST,/profile/SAML2/POST/SSO,502,true", "GET,/login,502,true", "GET,/profile/Logout,502,true",
			"GET,/profile/SAML2/Redirect/SLO,502,true", "GET,/metadata,502,true",
			"GET,/profile/SAML2/Redirect/SSO,,true", "GET,/profile/SAML2/Redirect/SSO,no,true",
			"GET,/profile/SAML2/Redirect/SSO,502,false" })
	void whenItCannotBeAskedElsewhereOrNeedNotThenItIsServed(String method, String path, @Nullable String header,
			boolean away) throws Exception {
		storeAway = away;
		assertThat(filtered(method, path, header).getStatus()).isEqualTo(200);
	}

	private MockHttpServletResponse filtered(String method, String path, @Nullable String header) throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/idp" + path);
		request.setServletPath(path);
		if (header != null) {
			request.addHeader(ElsewhereFilter.HEADER, header);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		new ElsewhereFilter(drain, () -> storeAway).doFilter(request, response, new MockFilterChain());
		return response;
	}

}
