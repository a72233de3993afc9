package org.campanile.fake.factor;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.Sessions;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.LoginState;
import org.campanile.signon.Refusal;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnService;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.endByToken;

/** Tests events that occur between and during the steps of a login. */
@Timeout(120)
class FactorStepsTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	private static final String PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static final FakeFactor factor = new FakeFactor(clock);

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, context -> {
			TestIdp.clock(clock).initialize(context);
			factor.register(context);
		}, "campanile.session.shared-computer-choice=true", "campanile.authentication.failure-step=0");
	}

	@AfterEach
	void restore() {
		factor.restore();
	}

	/** Advances the clock, so that the attempts of one test do not throttle the next. */
	@BeforeEach
	void later() {
		clock.advance(Duration.ofMinutes(7));
	}

	@Test
	void whenTheComputerIsSharedThenAFurtherFactorDoesNotUndoIt() {
		onSharedComputer("alice-demo");
		assertShared();
		answer(browser.open(request(MFA).url()));
		assertShared();
	}

	@Test
	void whenTheComputerIsSharedThenAForcedLoginDoesNotUndoIt() {
		onSharedComputer("alice-demo");
		String first = session().value();
		Page forced = browser.open(service.redirect(idp, AuthnRequestOptions.PLAIN.withForceAuthn()).url());
		Page wrong = browser.submit(forced.loginForm().with("j_password", "wrong"));
		browser.submit(wrong.loginForm().with("j_password", "alice-demo"));
		assertThat(session().value()).isNotEqualTo(first);
		assertShared();
	}

	@Test
	void whenThePasswordIsWrongOnASharedComputerThenTheBoxStaysTicked() {
		Page wrong = onSharedComputer("wrong");
		Page german = browser.open(wrong.link("Deutsch"));
		assertThat(german.loginForm().fields()).containsEntry("shared_computer", "true");
		browser.submit(wrong.loginForm().with("j_password", "alice-demo"));
		assertShared();
	}

	private Page onSharedComputer(String password) {
		return browser.submit(browser.open(request(PASSWORD).url())
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", password)
			.with("shared_computer", "true"));
	}

	private void assertShared() {
		assertThat(session().attributes()).doesNotContainKey("max-age");
		assertThat(browser.cookies()).extracting(Cookie::name).doesNotContain("campanile-known");
	}

	@Test
	void whenTheComputerIsTheUsersOwnThenTheSessionGoesOnToSurviveTheBrowser() {
		password(PASSWORD);
		assertThat(session().attributes()).containsKey("max-age");
		answer(browser.open(request(MFA).url()));
		assertThat(session().attributes()).containsKey("max-age");
	}

	@Test
	void whenItDoesNotSayWhoIsReadyThenAPageOfItsOwn() {
		factor.silent = true;
		try (LogLines audit = LogLines.audit()) {
			assertFactorDown(password(MFA));
			password(PASSWORD);
			assertFactorDown(browser.open(request(MFA).url()));
			assertThat(audit.lines()).filteredOn(line -> line.contains("code=FACTOR_UNAVAILABLE-"))
				.hasSize(2)
				.allMatch(line -> line.contains(" user=alice "));
		}
		factor.silent = false;
		assertThat(browser.open(request(MFA).url()).title()).isEqualTo("One more");
	}

	/** A signed request cannot arrive twice. */
	@Test
	void whenItDoesNotSayWhoIsReadyThenThePageCanBeReloaded() {
		password(PASSWORD);
		factor.silent = true;
		Page down = browser.open(request(MFA).url());
		assertFactorDown(browser.get(down.url()));
		factor.silent = false;
		assertThat(browser.get(down.url()).title()).isEqualTo("One more");
	}

	@Test
	void whenItDoesNotSayWhatToAskForThenAPageOfItsOwn() {
		factor.challengeDown = true;
		assertFactorDown(password(MFA));
		password(PASSWORD);
		assertFactorDown(browser.open(request(MFA).url()));
	}

	@Test
	void whenItDoesNotVerifyThenAPageOfItsOwn() {
		Page number = password(MFA);
		factor.setDown(true);
		assertFactorDown(answer(number));
	}

	@Test
	void whenAUserIsReadyAtOneMomentAndNotAtTheNextThenNoFault() {
		password(PASSWORD);
		// Readiness is checked at the URL of the request, and again at that of the login.
		factor.timesReady.set(2);
		assertThat(browser.open(request(MFA).url()).title()).isEqualTo("One more");
		factor.timesReady.set(0);
		RedirectRequest request = request(MFA);
		assertThat(service.read(idp, browser.open(request.url()), request.id()).status().secondLevel())
			.isEqualTo("urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext");
	}

	@Test
	void whenTheSameNumberIsSentTwiceThenTheSecondSignsInAnewAndTheFirstStands() {
		password(PASSWORD);
		Page number = browser.open(request(MFA).url());
		Browser twice = browser.copy();
		assertThat(answer(number).samlForm()).isNotNull();
		Page second = twice.send(FakeFactor.answered(number));
		assertThat(second.status()).isLessThan(500);
		assertThat(second.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.contains("campanile-session"));
	}

	@Test
	void whenAnotherUserProvesTheFactorThenToldSoAndNothingIsGained() {
		Page number = password(MFA);
		factor.other = "bob";
		try (LogLines audit = LogLines.audit()) {
			Page page = answer(number);
			assertThat(page.document().text()).endsWith("OTHER_USER");
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=LOGIN_REFUSED code=OTHER_USER-")
				.contains(" user=alice ", "bob");
			assertThat(browser.cookie("campanile-session")).isEmpty();
		}
	}

	@Test
	void whenTheSessionEndsWhileTheNumberIsCheckedThenEverythingIsProvenAnew() {
		password(PASSWORD);
		String token = session().value();
		Page number = browser.open(request(MFA).url());
		factor.meanwhile = () -> {
			try {
				endByToken(idp.bean(Sessions.class), token);
			}
			catch (StoreUnavailableException ex) {
				throw new AssertionError(ex);
			}
		};
		Page page = browser.follow(answer(number));
		assertThat(page.loginForm()).isNotNull();
		assertThat(session().value()).isEqualTo(token);
	}

	@Test
	void whenAnotherTabRaisesTheSessionMeanwhileThenTheLoginGoesOnWithThatOne() {
		password(PASSWORD);
		Page other = browser.open(request(MFA).url());
		RedirectRequest request = request(MFA);
		Page number = browser.open(request.url());
		factor.meanwhile = () -> {
			factor.restore();
			answer(other);
		};
		Page page = browser.follow(answer(number));
		assertThat(service.read(idp, page, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	void whenNumbersAreGuessedThenThrottledForThatUserAndFactorAlone() {
		Page number = password(MFA);
		Page last = number;
		for (int i = 0; i < 12 && last.status() == 200; i++) {
			last = browser.send(number.formWith("number").orElseThrow().with("number", "7"));
		}
		assertThat(last.status()).isEqualTo(429);
		assertThat(answer(number).status()).as("not asked").isEqualTo(429);
		Browser elsewhere = new Browser().withHeader("X-Forwarded-For", "203.0.113.9");
		Page again = elsewhere.login(request(MFA).url(), "alice", "alice-demo");
		assertThat(again.title()).as("the password is not throttled").isEqualTo("One more");
		Browser bobs = new Browser();
		RedirectRequest request = request(MFA);
		assertThat(service
			.read(idp, bobs.send(FakeFactor.answered(bobs.login(request.url(), "bob", "bob-demo"))), request.id())
			.success()
			.authnContextClass()).as("nor is anybody else").isEqualTo(MFA);
		clock.advance(Duration.ofMinutes(7));
		assertThat(answer(number).samlForm()).isNotNull();
	}

	/** The warning does not name the user; only the audit log does. */
	@Test
	void whenNoSourceKnowsTheUserThenRefusedAndTheLogSaysWhatWasProven() throws Exception {
		SignOnRequest request = new SignOnRequest(ProtocolId.UNNAMED, service.entityId(), service.acs(), "_1",
				new AuthnDemand(false, false, null), clock.instant(), null, Map.of());
		AuthenticatedUser ghost = new AuthenticatedUser("ghost", "ghost", Optional.empty(),
				List.of(new Factor(FakeFactor.KIND, clock.instant())), Optional.empty());
		try (LogLines warnings = LogLines.warnings()) {
			assertThat(idp.bean(SignOnService.class)
				.login(LoginState.begin(request).with(ghost), Optional.empty(), false)
				.outcome()).isEqualTo(new SignOnOutcome.Refused(Refusal.REQUEST_DENIED));
			assertThat(warnings.lines())
				.containsExactly("A user who proved [number] is no longer known to any source of attributes");
		}
	}

	private static void assertFactorDown(Page page) {
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.text("code")).startsWith("FACTOR_UNAVAILABLE-");
		assertThat(page.text("h1")).contains("second step");
	}

	private Cookie session() {
		return browser.cookie("campanile-session").orElseThrow();
	}

	private static RedirectRequest request(String authnContextClass) {
		return service.redirect(idp, AuthnRequestOptions.PLAIN.withAuthnContext(
				new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(authnContextClass))));
	}

	private Page password(String authnContextClass) {
		return browser.login(request(authnContextClass).url(), "alice", "alice-demo");
	}

	private Page answer(Page page) {
		return browser.send(FakeFactor.answered(page));
	}

}
