package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Other sites, and browsers that prefetch pages, must not end a session. */
class UnwantedLogoutTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService service;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		Path home = TestIdp.newHome();
		service = ForeignService.at("sp.example.org", InstantSource.system()).registered(home);
		idp = TestIdp.start(home);
	}

	@BeforeEach
	void signIn() {
		browser.login(browser.open(service.redirect(idp, PLAIN).url()), "alice", "alice-demo").samlForm();
	}

	@Test
	void whenAnotherSiteLeadsHereThenThePersonIsAsked() {
		Page page = from("cross-site", "document").open(logout());
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.text("h1")).isEqualTo("Do you want to sign out?");
		assertThat(page.header("content-security-policy")).contains("form-action 'self'", "frame-ancestors 'none'");
		assertSignedIn();
		Page german = browser.get(page.link("Deutsch"));
		assertThat(german.text("h1")).isEqualTo("Möchten Sie sich abmelden?");
		Form answer = german.formWith("_csrf").orElseThrow();
		for (Form forged : List.of(answer.without("_csrf"), answer.with("_csrf", "x".repeat(32)))) {
			assertThat(browser.submit(forged).status()).isEqualTo(403);
			assertSignedIn();
		}
		assertThat(browser.copy().submitCrossSite(answer).status()).isEqualTo(403);
		assertSignedIn();
		assertThat(browser.submit(answer).texts(".name")).containsExactly("Dienst auf sp.example.org");
		assertSignedOut();
	}

	/**
	 * The browser reports {@code cross-site} on all redirects that follow a cross-site
	 * POST.
	 */
	@Test
	void whenAnotherSitePostsThenThePersonIsAsked() {
		Browser sent = from("cross-site", "document");
		Page post = sent.sendCrossSite(Form.post(logout(), Map.of()));
		assertThat(post.status()).isEqualTo(303);
		assertThat(sent.follow(post).text("h1")).isEqualTo("Do you want to sign out?");
		assertSignedIn();
	}

	@ParameterizedTest
	@CsvSource({ "cross-site,image", "cross-site,empty", "same-site,image", "same-site,script", "same-origin,empty" })
	void whenLoadedUnseenThenNothingEnds(String site, String destination) {
		from(site, destination).open(logout());
		assertSignedIn();
	}

	@ParameterizedTest
	@CsvSource({ "same-origin,document", "same-site,document", "none,document", "same-site,iframe" })
	void whenOurOwnSiteOrThePersonLeadsHereThenSignedOutAtOnce(String site, String destination) {
		assertThat(from(site, destination).open(logout()).text("h1")).isEqualTo("You are signed out");
		assertSignedOut();
	}

	@Test
	void whenTheBrowserSaysNothingThenSignedOutAtOnce() {
		assertThat(browser.open(logout()).text("h1")).isEqualTo("You are signed out");
		assertSignedOut();
	}

	@Test
	void whenNobodyIsSignedInThenNothingToAsk() {
		assertThat(new Browser().withHeader("Sec-Fetch-Site", "cross-site").open(logout()).text("h1"))
			.isEqualTo("You are signed out");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Sec-Purpose:prefetch", "Sec-Purpose:prefetch;prerender",
			"Sec-Purpose:prefetch;anonymous-client-ip", "Purpose:prefetch" })
	void whenFetchedAheadThenRefusedWithoutAWordAndNothingIsUsedUp(String header) {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Browser ahead = browser.copy()
			.withHeader(header.substring(0, header.indexOf(':')), header.substring(header.indexOf(':') + 1));
		Page login = new Browser().open(service.redirect(idp, PLAIN).url());
		try (LogLines audit = LogLines.audit()) {
			for (String address : List.of(logout(), request.url(), login.url().toString(),
					idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId(),
					idp.baseUrl() + "/logout/confirm")) {
				Page page = ahead.get(address);
				assertThat(page.status()).isEqualTo(403);
				assertThat(page.body()).isEmpty();
				assertThat(page.cookies()).isEmpty();
				assertThat(page.header("cache-control")).contains("no-store");
			}
			assertThat(audit.lines()).isEmpty();
		}
		assertThat(service.read(idp, browser.get(request.url()), request.id()).success()).isNotNull();
	}

	private Browser from(String site, String destination) {
		return browser.copy().withHeader("Sec-Fetch-Site", site).withHeader("Sec-Fetch-Dest", destination);
	}

	private static String logout() {
		return idp.baseUrl() + "/profile/Logout";
	}

	private void assertSignedIn() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		assertThat(service.read(idp, browser.copy().get(request.url()), request.id()).success()).isNotNull();
	}

	private void assertSignedOut() {
		assertThat(browser.copy().open(service.redirect(idp, PLAIN).url()).formWith("j_password")).isPresent();
	}

}
