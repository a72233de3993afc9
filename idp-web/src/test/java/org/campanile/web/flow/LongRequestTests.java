package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests posted requests that are long: each becomes part of the address at which its
 * login continues, and thus of a header.
 */
@Timeout(120)
class LongRequestTests {

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	/** The largest head of a response that Tomcat writes by default. */
	private static final int USUAL_HEAD = 8192;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService service;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		service = ForeignService
			.at("long.example.org", InstantSource.system(),
					settings -> ServiceProviderSettings
						.of("https://long.example.org/" + "s".repeat(900),
								"https://long.example.org/acs?" + "a".repeat(2000), Map.of())
						.withAuthnRequestsSigned(false))
			.registered(home);
		idp = TestIdp.start(home);
	}

	@Test
	void whenARequestIsAsLongAsMayBeThenTheLoginContinuesAtItsAddress() {
		List<String> classes = new ArrayList<>(Collections.nCopies(49, "urn:" + "x".repeat(57)));
		classes.addFirst(PASSWORD);
		PostRequest request = request(classes);
		Page redirect = browser.sendCrossSite(Form.post(request.action(), request.fields()));
		assertThat(redirect.location().toString()).startsWith(idp.baseUrl() + "/login?flow=")
			.hasSizeGreaterThan(USUAL_HEAD);
		Page answer = browser.login(browser.follow(redirect), "alice", "alice-demo");
		assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(PASSWORD);
	}

	@Test
	void whenARequestNamesTooManyClassesThenItIsMalformed() {
		PostRequest request = request(Collections.nCopies(80, "urn:" + "x".repeat(86)));
		Page page = browser.sendCrossSite(Form.post(request.action(), request.fields()));
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("code")).startsWith("REQUEST_MALFORMED-");
	}

	private static PostRequest request(List<String> classes) {
		return service.post(idp, AuthnRequestOptions.PLAIN.withRelayState("r".repeat(2048))
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, classes)));
	}

}
