package org.campanile.fake.factor;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A second factor must need nothing beyond its own classes. Services that request the
 * REFEDS MFA profile get it; other services get a password only.
 */
@Timeout(120)
class FakeFactorSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private static final FakeFactor factor = new FakeFactor();

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", InstantSource.system())
		.registered(home);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, factor::register);
	}

	@AfterEach
	void restore() {
		factor.restore();
	}

	@Test
	void whenAskedForThenPasswordAndNumberAreProvenAndTheClassIsStated() {
		RedirectRequest request = request(MFA);
		try (LogLines audit = LogLines.audit()) {
			Page number = password(request);
			assertThat(number.title()).isEqualTo("One more");
			DecodedAssertion assertion = service.read(idp, number(number), request.id()).success();
			assertThat(assertion.authnContextClass()).isEqualTo(MFA);
			assertThat(assertion.values("mail")).as("read once more at the end").containsExactly("alice@example.edu");
			assertThat(audit.lines()).hasSize(3);
			assertThat(audit.lines().get(0)).startsWith("event=LOGIN code=OK user=alice ")
				.doesNotContain("factor=", " session=");
			assertThat(audit.lines().get(1)).startsWith("event=LOGIN code=OK user=alice ")
				.contains(" factor=number ", " session=");
			assertThat(audit.lines().get(2)).startsWith("event=SIGN_ON code=OK ").contains(" authnContext=" + MFA);
		}
	}

	@Test
	void whenASessionBeginsIsRaisedAndEndsThenItsAuditLinesNameItAlike() {
		try (LogLines audit = LogLines.audit()) {
			RedirectRequest first = request(PASSWORD);
			service.read(idp, password(first), first.id()).success();
			RedirectRequest stronger = request(MFA);
			service.read(idp, number(browser.open(stronger.url())), stronger.id()).success();
			browser.open(idp.baseUrl() + "/profile/Logout");
			List<String> lines = audit.lines().stream().filter(line -> line.contains(" code=OK ")).toList();
			assertThat(lines).extracting(line -> line.replaceAll("event=(\\S+) .*", "$1"))
				.containsExactly("LOGIN", "SIGN_ON", "LOGIN", "SIGN_ON", "LOGOUT");
			String session = lines.getFirst().replaceAll(".* (session=[0-9a-f]{16}) userAgent=.*", "$1");
			assertThat(session).matches("session=[0-9a-f]{16}");
			assertThat(lines).allSatisfy(line -> assertThat(line).contains(' ' + session + " userAgent="));
			password(request(PASSWORD));
			assertThat(audit.lines().getLast()).as("another session").contains(" session=").doesNotContain(session);
		}
	}

	@Test
	void whenNotAskedForThenThePasswordSuffices() {
		RedirectRequest request = request(PASSWORD);
		assertThat(service.read(idp, password(request), request.id()).success().authnContextClass())
			.isEqualTo(PASSWORD);
	}

	@Test
	void whenSignedInWithAPasswordThenOnlyTheNumberIsAskedForAndTheSessionIsReplaced() {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, password(first), first.id()).success();
		String before = browser.cookie("campanile-session").orElseThrow().value();
		RedirectRequest stronger = request(MFA);
		Page number = browser.open(stronger.url());
		assertThat(number.title()).isEqualTo("One more");
		assertThat(number.document().text()).endsWith("STRONGER_AUTHENTICATION");
		DecodedAssertion assertion = service.read(idp, number(number), stronger.id()).success();
		assertThat(assertion.authnContextClass()).isEqualTo(MFA);
		String after = browser.cookie("campanile-session").orElseThrow().value();
		assertThat(after).isNotEqualTo(before);
		assertThat(assertion.authnInstant()).as("that of the password, the older of the two")
			.isBefore(assertion.issueInstant());
		RedirectRequest again = request(MFA);
		assertThat(service.read(idp, browser.open(again.url()), again.id()).success().authnContextClass())
			.isEqualTo(MFA);
		RedirectRequest weaker = request(PASSWORD);
		assertThat(service.read(idp, browser.open(weaker.url()), weaker.id()).success().authnContextClass())
			.isEqualTo(PASSWORD);
	}

	@Test
	void whenForcedThenBothAreProvenAgain() {
		RedirectRequest first = request(MFA);
		service.read(idp, number(password(first)), first.id()).success();
		RedirectRequest forced = service.redirect(idp, options(MFA).withForceAuthn());
		Page form = browser.open(forced.url());
		assertThat(form.loginForm()).isNotNull();
		Page number = browser.send(form.loginForm().with("j_password", "alice-demo"));
		assertThat(number.title()).isEqualTo("One more");
		assertThat(service.read(idp, number(number), forced.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	void whenTheNumberIsWrongThenAskedAgainAndNothingIsGained() {
		RedirectRequest request = request(MFA);
		Page number = password(request);
		try (LogLines audit = LogLines.audit()) {
			Page again = browser.send(form(number).with("number", "7"));
			assertThat(again.document().text()).endsWith("BAD_CREDENTIALS");
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=BAD_CREDENTIALS-")
				.contains(" user=alice ", " factor=number ", " detail=\"another number\"");
			assertThat(browser.cookie("campanile-session")).isEmpty();
			assertThat(service.read(idp, number(again), request.id()).success().authnContextClass()).isEqualTo(MFA);
		}
	}

	@Test
	void whenTheUserCannotProveItThenTheServiceIsRefusedAndThePasswordHolds() {
		factor.without.add("alice");
		RedirectRequest request = request(MFA);
		RedirectRequest again = request(MFA);
		try (LogLines audit = LogLines.audit()) {
			assertThat(service.read(idp, password(request), request.id()).status().secondLevel())
				.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
			assertThat(service.read(idp, browser.open(again.url()), again.id()).status().secondLevel())
				.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
			assertThat(audit.lines()).filteredOn(line -> line.contains("code=FACTOR_MISSING-"))
				.hasSize(2)
				.allMatch(line -> line.contains(" user=alice "));
		}
		RedirectRequest weaker = request(PASSWORD);
		assertThat(service.read(idp, browser.open(weaker.url()), weaker.id()).success().authnContextClass())
			.isEqualTo(PASSWORD);
	}

	@Test
	void whenWhatChecksItIsDownThenAPageAndNoWrongAttempt() {
		Page number = password(request(MFA));
		factor.setDown(true);
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.send(form(number).with("number", "7"));
			assertThat(page.status()).isEqualTo(503);
			assertThat(audit.lines()).singleElement().asString().contains("code=FACTOR_UNAVAILABLE-");
		}
	}

	@Test
	void whenAnotherBrowserSendsTheFormThenRefused() {
		Page number = password(request(MFA));
		Browser other = new Browser();
		other.open(request(PASSWORD).url());
		assertThat(other.send(form(number).with("number", "7")).status()).isEqualTo(403);
	}

	@Test
	void whenTheSessionEndsBeforeTheNumberIsSentThenEverythingIsProvenAnew() {
		RedirectRequest first = request(PASSWORD);
		service.read(idp, password(first), first.id()).success();
		Page number = browser.open(request(MFA).url());
		Form form = FakeFactor.answered(number);
		browser.open(idp.baseUrl() + "/profile/Logout");
		Page page = browser.send(form);
		assertThat(page.loginForm()).isNotNull();
	}

	/**
	 * The proven factors travel under a seal, so that any node can complete the login.
	 */
	@Test
	void whenTheServerIsStartedAnewBetweenTheFactorsThenTheLoginGoesOn() {
		Path shared = TestIdp.newHome();
		ForeignService there = ForeignService.at("mfa.example.org", InstantSource.system()).registered(shared);
		try (TestIdp one = TestIdp.start(shared, new FakeFactor()::register);
				TestIdp other = TestIdp.start(shared, new FakeFactor()::register)) {
			RedirectRequest request = there.redirect(one, options(MFA));
			Page number = browser.login(request.url(), "alice", "alice-demo");
			Page page = browser.send(FakeFactor.answered(number).to(URI.create(other.baseUrl() + "/login")));
			assertThat(page.samlForm()).isNotNull();
		}
	}

	@Test
	void whenTheFactorIsTakenAwayBetweenTheFactorsThenTheLoginStartsAgain() {
		Path shared = TestIdp.newHome();
		ForeignService there = ForeignService.at("mfa.example.org", InstantSource.system()).registered(shared);
		try (TestIdp with = TestIdp.start(shared, new FakeFactor()::register);
				TestIdp without = TestIdp.start(shared)) {
			Page number = browser.login(there.redirect(with, options(MFA)).url(), "alice", "alice-demo");
			Page page = browser.send(FakeFactor.answered(number).to(URI.create(without.baseUrl() + "/login")));
			assertThat(page.status()).isEqualTo(400);
			assertThat(page.text("code")).startsWith("LOGIN_EXPIRED-");
		}
	}

	private static AuthnRequestOptions options(String authnContextClass) {
		return AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnContextClass)));
	}

	private static RedirectRequest request(String authnContextClass) {
		return service.redirect(idp, options(authnContextClass));
	}

	private Page password(RedirectRequest request) {
		return browser.login(request.url(), "alice", "alice-demo");
	}

	private Page number(Page page) {
		return browser.send(FakeFactor.answered(page));
	}

	private static Form form(Page page) {
		return page.formWith("number").orElseThrow();
	}

}
