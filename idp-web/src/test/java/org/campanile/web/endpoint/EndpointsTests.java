package org.campanile.web.endpoint;

import java.util.List;
import java.util.Set;

import org.campanile.saml.SamlEndpoints;
import org.campanile.protocol.Endpoint;
import org.campanile.web.logout.LogoutEndpoints;
import org.campanile.web.sso.SignOnEndpoints;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class EndpointsTests {

	private final Endpoints endpoints = new Endpoints(
			List.of(new SignOnEndpoints(), () -> SamlEndpoints.ALL, new LogoutEndpoints()));

	@ParameterizedTest
	@CsvSource({ "/profile/SAML2/Redirect/SSO, true", "/profile/SAML2/POST/SSO, true",
			"/profile/SAML2/Unsolicited/SSO, true", "/profile/SAML2/Redirect/SLO, true",
			"/profile/SAML2/POST/SLO, true", "/profile/SAML2/SOAP/SLO, true", "/profile/Logout, true",
			"/profile/SAML2/POST-SimpleSign/SSO, true", "/login, false", "/logout, false", "/logout/confirm, false",
			"/metadata, false", "/shibboleth, false", "/profile, false", "/nothing, false", "/, false" })
	void whenAFormComesThenItNeedsATokenUnlessItIsAServicesMessage(String path, boolean exempt) {
		assertThat(endpoints.crossSite(request(path))).isEqualTo(exempt);
	}

	/**
	 * A protocol's own form, such as one that grants access, needs a CSRF token like any
	 * other form.
	 */
	@Test
	void whenAProtocolSaysThatItTakesNoFormsFromElsewhereThenATokenIsNeeded() {
		Endpoint form = new Endpoint("/profile/fake/form", Endpoint.Kind.OTHER, false);
		Endpoints own = new Endpoints(List.of(() -> Set.of(form)));
		assertThat(own.of(request("/profile/fake/form"))).contains(form);
		assertThat(own.crossSite(request("/profile/fake/form"))).isFalse();
	}

	@Test
	void whenThePathDiffersThenItIsNoEndpoint() {
		assertThat(endpoints.of(request("/login"))).isPresent();
		assertThat(endpoints.of(request("/login/"))).isEmpty();
		assertThat(endpoints.of(request("/LOGIN"))).isEmpty();
	}

	@Test
	void whenTwoProtocolsClaimAPathThenTheServerDoesNotStart() {
		Endpoints.Source fake = () -> Set.of(new Endpoint("/login", Endpoint.Kind.OTHER, true));
		assertThatIllegalStateException().isThrownBy(() -> new Endpoints(List.of(new SignOnEndpoints(), fake)))
			.withMessageContaining("/login");
	}

	@Test
	void whenAPathCouldNeverMatchThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Endpoint("login", Endpoint.Kind.LOGIN, false));
	}

	/** Paths outside of protocols, sign-on and logout need no descriptor. */
	@Test
	void whenAControllerServesAPathThenItHasADescriptorAndNoDescriptorIsOfNothing() {
		try (TestIdp idp = TestIdp.start()) {
			List<String> served = idp.beans(RequestMappingHandlerMapping.class)
				.stream()
				.flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
				.flatMap(mapping -> mapping.getPatternValues().stream())
				.distinct()
				.filter(path -> !path.matches("/?|/(demo|logo|problem|error|actuator)(/.*)?"))
				.toList();
			assertThat(idp.bean(Endpoints.class).all()).extracting(Endpoint::path)
				.containsExactlyInAnyOrderElementsOf(served)
				.contains("/profile/SAML2/Redirect/SSO", "/profile/Logout", "/login");
		}
	}

	private static MockHttpServletRequest request(String path) {
		MockHttpServletRequest request = new MockHttpServletRequest("POST", "/idp" + path);
		request.setContextPath("/idp");
		request.setServletPath(path);
		return request;
	}

}
