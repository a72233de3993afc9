package org.campanile.fake.factor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A login with two factors must release the same attributes as a login with a password
 * alone: those read with the password, and none if a required source did not answer.
 */
@Timeout(120)
class FactorAttributesTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private final MutableClock clock = new MutableClock(Instant.now());

	private final Path home = TestIdp.newHome();

	private final ForeignService service = ForeignService
		.at("one.example.org", clock, settings -> settings.withAuthnRequestsSigned(false))
		.registered(home);

	private final Browser browser = new Browser();

	private HttpServer web;

	private volatile String title = "Registrar";

	@BeforeEach
	void start() throws IOException {
		web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		web.createContext("/people/alice", exchange -> {
			byte[] body = ("{\"title\": \"" + title + "\"}").getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		web.start();
	}

	@AfterEach
	void stop() {
		web.stop(0);
	}

	@Test
	void whenASourceIsDownThatLoginsNeedThenTwoFactorsDoNotHelp() {
		try (TestIdp idp = idp()) {
			web.stop(0);
			Page page = browser.login(request(idp, MFA).url(), "alice", "alice-demo");
			if (page.formWith("number").isPresent()) {
				page = browser.send(FakeFactor.answered(page));
			}
			assertThat(page.status()).isEqualTo(503);
			assertThat(page.text("code")).startsWith("SOURCE_UNAVAILABLE-");
		}
	}

	@Test
	void whenEverySourceFailsAfterThePasswordThenWhatWasReadWithItIsReleased() {
		try (TestIdp idp = idp()) {
			RedirectRequest request = request(idp, MFA);
			Page number = browser.login(request.url(), "alice", "alice-demo");
			web.stop(0);
			idp.directory().close();
			DecodedAssertion assertion = service.read(idp, browser.send(FakeFactor.answered(number)), request.id())
				.success();
			assertThat(assertion.values("title")).containsExactly("Registrar");
			assertThat(assertion.values("mail")).containsExactly("alice@example.edu");
		}
	}

	/**
	 * The form carries the attributes that have been read, so it must have room for as
	 * many as a session may hold.
	 */
	@Test
	void whenTheAttributesAreAsLargeAsASessionHoldsThenTheyFit() {
		title = "x".repeat(45_000);
		try (TestIdp idp = idp()) {
			RedirectRequest request = request(idp, MFA);
			Page number = browser.login(request.url(), "alice", "alice-demo");
			DecodedAssertion assertion = service.read(idp, browser.send(FakeFactor.answered(number)), request.id())
				.success();
			assertThat(assertion.values("title")).containsExactly(title);
		}
	}

	@Test
	void whenAFactorIsAddedToASessionThenItsAttributesGoOnAndAgeOn() {
		try (TestIdp idp = idp()) {
			RedirectRequest first = request(idp, PASSWORD);
			service.read(idp, browser.login(first.url(), "alice", "alice-demo"), first.id()).success();
			title = "Dean";
			clock.advance(Duration.ofMinutes(50));
			RedirectRequest stronger = request(idp, MFA);
			DecodedAssertion young = service
				.read(idp, browser.send(FakeFactor.answered(browser.open(stronger.url()))), stronger.id())
				.success();
			assertThat(young.values("title")).containsExactly("Registrar");
			clock.advance(Duration.ofMinutes(11));
			RedirectRequest later = request(idp, MFA);
			assertThat(service.read(idp, browser.open(later.url()), later.id()).success().values("title"))
				.as("read an hour after the password, not after the number")
				.containsExactly("Dean");
		}
	}

	@Test
	void whenAFactorIsAddedWhileNothingCanBeReadThenOlderValuesGoOn() {
		try (TestIdp idp = idp()) {
			RedirectRequest first = request(idp, PASSWORD);
			service.read(idp, browser.login(first.url(), "alice", "alice-demo"), first.id()).success();
			clock.advance(Duration.ofMinutes(50));
			RedirectRequest again = request(idp, PASSWORD);
			service.read(idp, browser.open(again.url()), again.id()).success();
			clock.advance(Duration.ofMinutes(11));
			web.stop(0);
			RedirectRequest stronger = request(idp, MFA);
			DecodedAssertion assertion = service
				.read(idp, browser.send(FakeFactor.answered(browser.open(stronger.url()))), stronger.id())
				.success();
			assertThat(assertion.values("title")).containsExactly("Registrar");
		}
	}

	private RedirectRequest request(TestIdp idp, String authnContextClass) {
		return service.redirect(idp, AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnContextClass))));
	}

	private TestIdp idp() {
		return TestIdp.start(home, context -> {
			TestIdp.clock(clock).initialize(context);
			new FakeFactor(clock).register(context);
		}, "campanile.release.rules[0].services=*", "campanile.release.rules[0].attributes=mail,title",
				"campanile.attributes.definitions.title.from=crm", "campanile.attributes.sources.crm.on-failure=refuse",
				"campanile.attributes.sources.crm.http.url=http://127.0.0.1:" + web.getAddress().getPort()
						+ "/people/{username}",
				"campanile.attributes.sources.crm.http.attributes.title=/title");
	}

}
