package org.campanile.fake;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.servers.Chromium;
import org.campanile.web.testkit.TestIdp;

/**
 * A real browser must reach the service with the answer, with and without JavaScript: the
 * {@code form-action} of the Content-Security-Policy must not prevent it.
 */
@Timeout(120)
class FakeProtocolServersIT {

	private static final String SERVICE = "https://fake.example.org/app";

	private static TestIdp idp;

	private static Chromium chromium;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), new FakeProtocol()::register);
		chromium = Chromium.start();
	}

	@AfterAll
	static void stop() {
		chromium.close();
		idp.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenSignedInThenTheServiceIsReached(boolean scripts) {
		try (BrowserContext context = chromium.person(scripts)) {
			context.route("https://fake.example.org/**",
					route -> route.fulfill(new Route.FulfillOptions().setContentType("text/html").setBody("There")));
			Page page = context.newPage();
			page.navigate(idp.baseUrl() + FakeProtocol.PATH + "?service=" + SERVICE + "&state=kept");
			page.fill("[name=j_username]", "alice");
			page.fill("[name=j_password]", "alice-demo");
			page.click("[name=_eventId_proceed]");
			page.waitForURL(SERVICE + "?user=alice&mail=alice%40example.edu&new=true&state=kept");
		}
	}

}
