package org.campanile.web.flow;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;

import org.campanile.saml.Saml;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server with services, whose stores fail as a test configures, operation by operation.
 */
@Timeout(120)
abstract class StoreFailureFixture {

	static final String SESSION = "campanile-session";

	static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	static final FailingStores stores = new FailingStores();

	static MutableClock clock;

	@AutoClose
	static TestIdp idp;

	static ForeignService one;

	static ForeignService two;

	static ForeignService signing;

	static LogoutParty leaving;

	final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		one = ForeignService.at("one.example.org", clock, service -> service.withAuthnRequestsSigned(false))
			.registered(home);
		two = ForeignService.at("two.example.org", clock, service -> service.withAuthnRequestsSigned(false))
			.registered(home);
		signing = ForeignService.at("signing.example.org", clock, service -> service).registered(home);
		leaving = LogoutParty.at("leaving.example.org", home, clock, Saml.BINDING_REDIRECT);
		idp = start(home);
	}

	static TestIdp start(Path home, String... settings) {
		return TestIdp.start(home, context -> stores.register(context, clock), settings);
	}

	@AfterEach
	void mend() {
		stores.mend();
		Polling.until(() -> readiness().status() == 200);
	}

	/** Returns the URL that the page opens by itself. */
	static URI again(Page page) {
		String refresh = page.header("refresh");
		assertThat(refresh).startsWith("3; url=");
		return page.url().resolve(refresh.substring("3; url=".length()));
	}

	Page readiness() {
		return new Browser().get(idp.managementUrl() + "/health/readiness");
	}

}
