package org.campanile.web.lifecycle;

import java.time.Duration;
import java.util.List;

import io.github.bucket4j.TimeMeter;
import org.campanile.saml.SamlEndpoints;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.logout.LogoutEndpoints;
import org.campanile.web.sso.SignOnEndpoints;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class FailoverFilterTests {

	private static final String SSO = "/profile/SAML2/Redirect/SSO";

	private final Drain drain = new Drain(Duration.ZERO, new ServletWebServerApplicationContext(),
			TimeMeter.SYSTEM_NANOTIME);

	private boolean storeAway = true;

	private long nanos;

	private final FailoverFilter filter = new FailoverFilter(drain,
			new Endpoints(List.of(new SignOnEndpoints(), () -> SamlEndpoints.ALL, new LogoutEndpoints())),
			() -> storeAway, new TimeMeter() {

				@Override
				public long currentTimeNanos() {
					return nanos;
				}

				@Override
				public boolean isWallClockBased() {
					return false;
				}

			});

	@Test
	void whenTheStoreIsAwayAndTheProxyAsksElsewhereThenItIsSentThere() throws Exception {
		MockHttpServletResponse response = filtered("GET", SSO, "502");
		assertThat(response.getStatus()).isEqualTo(502);
		assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
		assertThat(response.getContentAsString()).contains("store");
	}

	/**
	 * The proxy sends these requests here only because the other nodes did not answer.
	 */
	@Test
	void whenRequestsComeThoughTwoWereSentElsewhereThenTheyAreServed() throws Exception {
		assertThat(filtered("GET", SSO, "502").getStatus()).isEqualTo(502);
		assertThat(filtered("GET", SSO, "502").getStatus()).isEqualTo(502);
		for (int i = 0; i < 10; i++) {
			assertThat(filtered("GET", SSO, "502").getStatus()).isEqualTo(200);
		}
		nanos += Duration.ofSeconds(5).toNanos();
		assertThat(filtered("GET", SSO, "502").getStatus()).as("the proxy has tried this node again").isEqualTo(502);
		assertThat(filtered("GET", SSO, "502").getStatus()).isEqualTo(200);
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
			request.addHeader(FailoverFilter.HEADER, header);
		}
		MockHttpServletResponse response = new MockHttpServletResponse();
		filter.doFilter(request, response, new MockFilterChain());
		return response;
	}

}
