package org.campanile.web.overload;

import java.util.List;

import org.campanile.saml.SamlEndpoints;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.logout.LogoutEndpoints;
import org.campanile.web.sso.SignOnEndpoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

class RequestKindsTests {

	private final RequestKinds kinds = new RequestKinds(
			new Endpoints(List.of(new SignOnEndpoints(), () -> SamlEndpoints.ALL, new LogoutEndpoints())),
			request -> request.getHeader("Cookie") != null);

	@ParameterizedTest
	@CsvSource({ "POST, /login, false, LOGIN", "POST, /login, true, LOGIN", "GET, /login, false, UNDER_WAY",
			"GET, /login, true, SESSION", "GET, /profile/SAML2/Redirect/SSO, false, NEW",
			"GET, /profile/SAML2/Redirect/SSO, true, SESSION", "POST, /profile/SAML2/POST/SSO, false, UNDER_WAY",
			"GET, /profile/SAML2/Unsolicited/SSO, false, NEW", "GET, /profile/SAML2/Unsolicited/SSO, true, SESSION",
			"GET, /profile/Logout, true,", "POST, /profile/SAML2/POST/SLO, false,", "GET, /metadata, false,",
			"GET, /logo, false,", "GET, /actuator/health, false,", "GET, /error, false," })
	void whenARequestComesThenItsKindIsKnown(String method, String path, boolean session, RequestKind expected) {
		assertThat(kinds.of(request(method, path, session)).orElse(null)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "/login, false, UNDER_WAY", "/login, true, SESSION", "/login/password, true, LOGIN" })
	void whenADecisionIsPostedToTheLoginPageThenItIsNoPassword(String path, boolean session, RequestKind expected) {
		MockHttpServletRequest request = request("POST", path, session);
		request.setParameter("decision", "accept");
		assertThat(kinds.of(request)).contains(expected);
	}

	private static MockHttpServletRequest request(String method, String path, boolean session) {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/idp" + path);
		request.setContextPath("/idp");
		request.setServletPath(path);
		if (session) {
			request.addHeader("Cookie", "campanile-session=x");
		}
		return request;
	}

}
