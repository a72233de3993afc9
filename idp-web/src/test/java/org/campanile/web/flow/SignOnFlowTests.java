package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.saml.nameid.NameId;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.testkit.CasApp.encoded;

/** Tests the sign-on of a user to a service, as both of them see it. */
class SignOnFlowTests {

	private static final String SESSION = "campanile-session";

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static MutableClock clock;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService signed;

	private static ForeignService plain;

	private static ForeignService clear;

	private static ForeignService demanding;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		signed = ForeignService.at("signed.example.org", clock).registered(home);
		plain = ForeignService.at("plain.example.org", clock, service -> service.withAuthnRequestsSigned(false))
			.registered(home);
		clear = ForeignService
			.at("clear.example.org", clock, service -> service.withAuthnRequestsSigned(false).withoutEncryptionKey())
			.registered(home);
		demanding = ForeignService
			.at("demanding.example.org", clock,
					service -> service.withAuthnRequestsSigned(false).withoutEncryptionKey())
			.registered(home);
		idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.authentication.failure-step=0",
				"campanile.authentication.password.change=off", "campanile.authentication.throttle.user-tries=1000",
				"campanile.authentication.throttle.address-tries=1000",
				"campanile.services[0].match=" + demanding.entityId(), "campanile.services[0].encryption=required",
				"campanile.services[1].match=" + clear.entityId(), "campanile.services[1].withhold=mail");
	}

	@Test
	void whenSignedInThenTheServiceLearnsWhoAndWhat() {
		RedirectRequest request = signed.redirect(idp, PLAIN.withRelayState("ss:mem:abc"));
		Page login = browser.open(request.url());
		assertThat(login.text("h1")).isEqualTo("Sign in");
		assertThat(login.text(".service")).isEqualTo("Service at signed.example.org");
		Page page = browser.login(login, "alice", "alice-demo");
		assertThat(page.samlForm().fields()).containsEntry("RelayState", "ss:mem:abc");
		DecodedAssertion assertion = signed.read(idp, page, request.id()).success();
		assertThat(assertion.values("mail")).containsExactly("alice@example.edu");
		assertThat(assertion.values("eduPersonScopedAffiliation")).contains("faculty@example.edu");
		assertThat(assertion.values("telephoneNumber")).as("no policy names it").isEmpty();
		assertThat(assertion.signed()).isTrue();
		assertThat(assertion.encryptionMethod()).isNotNull();
		assertThat(assertion.nameId().format()).isEqualTo(NameId.TRANSIENT);
		assertThat(assertion.authnContextClass()).endsWith(":PasswordProtectedTransport");
		assertThat(assertion.sessionIndex()).isNotBlank();
		assertThat(assertion.sessionNotOnOrAfter()).isAfter(clock.instant());
	}

	@Test
	void whenSignedInThenTheAuditLineTellsWhatTheServiceGot() {
		RequestedAuthnContext asked = new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT,
				List.of("urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"));
		RedirectRequest request = signed.redirect(idp, PLAIN.withAuthnContext(asked));
		Page login = browser.open(request.url());
		try (LogLines audit = LogLines.audit()) {
			DecodedAssertion assertion = signed.read(idp, browser.login(login, "alice", "alice-demo"), request.id())
				.success();
			assertThat(audit.lines()).hasSize(2);
			assertThat(audit.lines().getFirst()).matches("event=LOGIN code=OK user=alice .* userAgent=Java\\S+");
			assertThat(audit.lines().getLast())
				.startsWith("event=SIGN_ON code=OK user=alice service=" + signed.entityId() + " address=127.0.0.1 "
						+ "nameIdFormat=" + NameId.TRANSIENT)
				.contains(" nameId=" + assertion.nameId().value() + ' ', " assertionId=" + assertion.id() + ' ',
						" sessionIndex=" + assertion.sessionIndex() + ' ',
						" authnContextAsked=EXACT:" + asked.classes().getFirst() + ' ',
						" authnContext=" + assertion.authnContextClass() + ' ')
				.matches(".* userAgent=Java\\S+");
		}
	}

	@Test
	void whenTheServiceAsksForMoreThanThereIsThenTheAuditLineTellsForWhat() {
		RequestedAuthnContext asked = new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT,
				List.of("https://refeds.org/profile/mfa"));
		try (LogLines audit = LogLines.audit()) {
			browser.open(plain.redirect(idp, PLAIN.withAuthnContext(asked)).url());
			assertThat(audit.lines()).hasSize(1)
				.first()
				.asString()
				.contains("code=NO_AUTHN_CONTEXT-", " authnContextAsked=EXACT:https://refeds.org/profile/mfa ",
						" userAgent=");
		}
	}

	@Test
	void whenByPostThenTheSessionIsFoundAfterTheRedirect() {
		plain.signIn(idp, browser, "alice");
		PostRequest request = signed.post(idp, PLAIN.withRelayState("r"));
		Page first = browser.sendCrossSite(Form.post(request.action(), request.fields()));
		assertThat(first.status()).isEqualTo(303);
		assertThat(first.header("Cache-Control")).isEqualTo("no-store");
		assertThat(first.location().toString()).startsWith(idp.baseUrl() + "/login?flow=");
		Page page = browser.follow(first);
		assertThat(page.samlForm().fields()).containsEntry("RelayState", "r");
		assertThat(signed.read(idp, page, request.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenUnsolicitedThenAnsweredWithoutARequest() {
		String url = idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + encoded(plain.entityId())
				+ "&shire=" + encoded(plain.acs()) + "&target=" + encoded("https://plain.example.org/deep?a=b&c=d#e")
				+ "&time=" + clock.instant().getEpochSecond();
		Page page = browser.login(browser.open(url), "bob", "bob-demo");
		assertThat(page.samlForm().fields()).containsEntry("RelayState", "https://plain.example.org/deep?a=b&c=d#e");
		DecodedResponse response = plain.read(idp, page, InResponseToCheck.unsolicited());
		assertThat(response.inResponseTo()).isNull();
		assertThat(response.success().values("uid")).containsExactly("bob");
		assertThat(browser.get(url.replaceFirst("time=[0-9]+", "time=1")).status()).isEqualTo(400);
		assertThat(browser.get(idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO").status()).isEqualTo(400);
	}

	@Test
	void whenASecondServiceAsksThenNoPassword() {
		DecodedAssertion first = plain.signIn(idp, browser, "carol");
		RedirectRequest request = signed.redirect(idp, PLAIN);
		DecodedAssertion second = signed.read(idp, browser.get(request.url()), request.id()).success();
		assertThat(second.values("uid")).containsExactly("carol");
		assertThat(second.authnInstant()).isEqualTo(first.authnInstant());
		assertThat(second.nameId().value()).isNotEqualTo(first.nameId().value());
	}

	@Test
	void whenForcedThenThePasswordIsAskedOfTheSamePerson() {
		plain.signIn(idp, browser, "alice");
		clock.advance(Duration.ofSeconds(60));
		RedirectRequest request = signed.redirect(idp, PLAIN.withForceAuthn());
		Page login = browser.open(request.url());
		assertThat(login.loginForm().fields()).containsEntry("j_username", "alice");
		assertThat(login.document().select("#username[readonly]")).hasSize(1);
		assertThat(login.text(".notice")).contains("enter your password again");
		assertThat(browser.login(login, "bob", "bob-demo").text(".error")).startsWith("The username or password is");
		DecodedAssertion assertion = signed.read(idp, browser.login(login, "bob", "alice-demo"), request.id())
			.success();
		assertThat(assertion.values("uid")).as("the name is fixed").containsExactly("alice");
		assertThat(assertion.authnInstant()).isAfterOrEqualTo(clock.instant().minusSeconds(1));
	}

	@Test
	void whenPassiveThenNeverAPage() {
		RedirectRequest without = signed.redirect(idp, PLAIN.withPassive());
		assertThat(signed.read(idp, browser.get(without.url()), without.id()).status().toString())
			.contains("NoPassive");
		PostRequest post = signed.post(idp, PLAIN.withPassive());
		assertThat(signed.read(idp, browser.submitCrossSite(Form.post(post.action(), post.fields())), post.id())
			.status()
			.toString()).contains("NoPassive");
		plain.signIn(idp, browser, "alice");
		RedirectRequest with = signed.redirect(idp, PLAIN.withPassive());
		assertThat(signed.read(idp, browser.get(with.url()), with.id()).success().values("uid"))
			.containsExactly("alice");
		RedirectRequest forced = signed.redirect(idp, PLAIN.withPassive().withForceAuthn());
		assertThat(signed.read(idp, browser.get(forced.url()), forced.id()).status().toString()).contains("NoPassive");
	}

	@Test
	void whenThereIsNoKeyThenClearOrNotAtAll() {
		DecodedAssertion assertion = clear.signIn(idp, browser, "alice");
		assertThat(assertion.encryptionMethod()).isNull();
		assertThat(assertion.values("uid")).containsExactly("alice");
		assertThat(assertion.values("mail")).as("withheld").isEmpty();
		try (LogLines audit = LogLines.audit()) {
			RedirectRequest request = demanding.redirect(idp, PLAIN);
			Page page = browser.get(request.url());
			DecodedResponse response = demanding.read(idp, page, request.id());
			assertThat(response.assertion()).isEmpty();
			assertThat(response.xml()).doesNotContain("alice", "Assertion ");
			assertThat(audit.lines()).hasSize(1).first().asString().contains("code=NO_ENCRYPTION_KEY-");
		}
	}

	@Test
	void whenANameIsAskedForThenOfThatFormat() {
		plain.signIn(idp, browser, "alice");
		String first = nameId(signed, NameId.PERSISTENT);
		assertThat(nameId(signed, NameId.PERSISTENT)).isEqualTo(first);
		assertThat(nameId(plain, NameId.PERSISTENT)).isNotEqualTo(first);
		assertThat(nameId(plain, NameId.EMAIL_ADDRESS)).isEqualTo("alice@example.edu");
		RedirectRequest odd = signed.redirect(idp, PLAIN.withNameIdFormat("urn:none"));
		assertThat(signed.read(idp, browser.get(odd.url()), odd.id()).status().toString())
			.contains("InvalidNameIDPolicy");
		RedirectRequest withheld = clear.redirect(idp, PLAIN.withNameIdFormat(NameId.EMAIL_ADDRESS));
		assertThat(clear.read(idp, browser.get(withheld.url()), withheld.id()).status().toString())
			.contains("InvalidNameIDPolicy");
	}

	private String nameId(ForeignService service, String format) {
		RedirectRequest request = service.redirect(idp, PLAIN.withNameIdFormat(format));
		NameId nameId = service.read(idp, browser.get(request.url()), request.id()).success().nameId();
		assertThat(nameId.format()).isEqualTo(format);
		return nameId.value();
	}

	@Test
	void whenTwoTabsWaitThenBothEndWell() {
		RedirectRequest one = plain.redirect(idp, PLAIN);
		RedirectRequest two = signed.redirect(idp, PLAIN);
		Page tabOne = browser.open(one.url());
		Page tabTwo = browser.open(two.url());
		Page first = browser.login(tabTwo, "alice", "alice-demo");
		assertThat(signed.read(idp, first, two.id()).success().values("uid")).containsExactly("alice");
		Page reloaded = browser.get(tabOne.url());
		assertThat(plain.read(idp, reloaded, one.id()).success().values("uid")).containsExactly("alice");
	}

	@Test
	void whenAnOldFormIsSentAgainThenItEndsWell() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		Page login = browser.open(request.url());
		assertThat(browser.get(login.url()).loginForm().fields()).containsEntry("j_username", "");
		browser.login(login, "alice", "alice-demo");
		// Sends the form again, and opens its URL and that of the request: the page says
		// that the request has been answered, and where to go.
		for (Page used : List.of(browser.login(login, "alice", "alice-demo"), browser.get(login.url()),
				browser.get(request.url()))) {
			assertThat(used.status()).isEqualTo(400);
			assertThat(used.text("h1")).isEqualTo("This sign-in has already been used");
			assertThat(used.text("code")).startsWith("REQUEST_REPLAYED-");
			assertThat(used.link("Start again at Service at plain.example.org"))
				.hasToString("https://plain.example.org/");
		}
		RedirectRequest next = plain.redirect(idp, PLAIN);
		assertThat(plain.read(idp, browser.get(next.url()), next.id()).success().values("uid")).as("still signed in")
			.containsExactly("alice");
	}

	@Test
	void whenTheLoginPageIsBookmarkedOrOldThenThePageSaysHowToStartAgain() {
		Page bare = browser.open(idp.baseUrl() + "/login");
		assertThat(bare.status()).isEqualTo(400);
		assertThat(bare.text("h1")).isEqualTo("This sign-in page has expired");
		Page login = browser.open(signed.redirect(idp, PLAIN).url());
		clock.advance(Duration.ofMinutes(11));
		for (Page old : List.of(browser.get(login.url()), browser.login(login, "alice", "alice-demo"))) {
			assertThat(old.status()).isEqualTo(400);
			assertThat(old.text("h1")).isEqualTo("This sign-in page has expired");
			assertThat(old.link("Start again at Service at signed.example.org").getHost())
				.isEqualTo("signed.example.org");
		}
		assertThat(browser.cookie(SESSION)).isEmpty();
	}

	@Test
	void whenAnUnsignedRequestNeedsALoginThenTheFormComesAtOnceAndMayBeReloadedUntilItIsAnswered() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		Page login = browser.get(request.url());
		assertThat(login.loginForm()).isNotNull();
		Page german = browser.get(login.link("Deutsch"));
		assertThat(german.text("h1")).isEqualTo("Anmelden");
		assertThat(plain.read(idp, browser.login(german, "alice", "alice-demo"), request.id()).success()).isNotNull();
		Page again = browser.get(request.url());
		assertThat(again.text("code")).startsWith("REQUEST_REPLAYED-");
		assertThat(again.link("Bei Dienst auf plain.example.org neu anfangen").getHost())
			.isEqualTo("plain.example.org");
	}

	@Test
	void whenTheFormOfAnUnsignedRequestIsReloadedTooLateThenThePageSaysHowToStartAgain() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		Page login = browser.get(request.url());
		clock.advance(Duration.ofMinutes(9));
		Page old = browser.get(request.url());
		assertThat(old.status()).isEqualTo(400);
		assertThat(old.text("code")).startsWith("REQUEST_EXPIRED-");
		assertThat(old.link("Start again at Service at plain.example.org").getHost()).isEqualTo("plain.example.org");
		assertThat(plain.read(idp, browser.login(login, "alice", "alice-demo"), request.id()).success())
			.as("the form itself is good for longer")
			.isNotNull();
	}

	@Test
	void whenAnotherBrowserSendsTheFormThenRefused() {
		Page login = browser.open(plain.redirect(idp, PLAIN).url());
		Browser other = new Browser();
		Page theirs = other.open(plain.redirect(idp, PLAIN).url());
		Form form = login.loginForm().with("_csrf", theirs.loginForm().fields().getOrDefault("_csrf", ""));
		Page page = other.submit(form.with("j_username", "alice").with("j_password", "alice-demo"));
		assertThat(page.status()).isEqualTo(403);
		assertThat(page.link("Start again at Service at plain.example.org").getHost()).isEqualTo("plain.example.org");
	}

	@Test
	void whenTheLanguageIsChosenThenTheLoginStaysOnItsWay() {
		RedirectRequest request = plain.redirect(idp, PLAIN);
		Page german = browser.get(browser.open(request.url()).link("Deutsch"));
		assertThat(german.text(".service")).isEqualTo("Dienst auf plain.example.org");
		assertThat(german.header("content-language")).isEqualTo("de");
		Page wrong = browser.login(german, "alice", "wrong");
		assertThat(wrong.header("content-language")).isEqualTo("de");
		assertThat(plain.read(idp, browser.login(wrong, "alice", "alice-demo"), request.id()).success()).isNotNull();
	}

	@Test
	void whenLoggedOutThenTheCookieIsDead() {
		plain.signIn(idp, browser, "alice");
		Browser thief = browser.copy();
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.open(idp.baseUrl() + "/profile/Logout");
			assertThat(page.text("h1")).isEqualTo("You are signed out");
			assertThat(page.texts(".name")).containsExactly("Service at plain.example.org");
			assertThat(audit.lines()).hasSize(1).first().asString().contains("event=LOGOUT code=OK user=alice");
		}
		assertThat(browser.cookie(SESSION)).isEmpty();
		assertThat(thief.open(plain.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
		assertThat(thief.open(idp.baseUrl() + "/profile/Logout").texts(".name")).isEmpty();
	}

	@Test
	void whenTheSessionIsIdleOrOldThenThePasswordIsAsked() {
		plain.signIn(idp, browser, "alice");
		clock.advance(Duration.ofMinutes(61));
		assertThat(browser.open(plain.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
		plain.signIn(idp, browser, "alice");
		for (int i = 0; i < 12; i++) {
			clock.advance(Duration.ofMinutes(49));
			browser.open(plain.redirect(idp, PLAIN).url()).samlForm();
		}
		clock.advance(Duration.ofMinutes(49));
		assertThat(browser.open(plain.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
	}

	@ParameterizedTest
	@CsvSource({ "erin,Your password has expired,PASSWORD_EXPIRED",
			"mustafa,Choose a new password first,PASSWORD_MUST_CHANGE",
			"dora,Your account is not active,ACCOUNT_DISABLED", "lorenz,Your account is locked,ACCOUNT_LOCKED" })
	void whenThePasswordIsRightButOfNoUseThenThePageSaysWhy(String person, String heading, String code) {
		Page login = browser.open(plain.redirect(idp, PLAIN).url());
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.login(login, person, person + "-demo");
			assertThat(page.status()).isEqualTo(403);
			assertThat(page.text("h1")).isEqualTo(heading);
			assertThat(page.text("code")).startsWith(code + '-');
			assertThat(audit.lines()).hasSize(1)
				.first()
				.asString()
				.contains("code=" + page.text("code"), "user=" + person);
		}
		assertThat(browser.cookie(SESSION)).isEmpty();
	}

	@Test
	void whenThePasswordExpiresSoonThenWarnedOnceOnTheWay() {
		RedirectRequest request = plain.redirect(idp, PLAIN.withRelayState("r"));
		Page warning = browser.login(browser.open(request.url()), "sam", "sam-demo");
		assertThat(warning.text("h1")).startsWith("Your password expires in");
		assertThat(warning.text("button")).isEqualTo("Continue to Service at plain.example.org");
		Page page = browser.submit(warning.formWith("flow").orElseThrow());
		assertThat(page.samlForm().fields()).containsEntry("RelayState", "r");
		assertThat(plain.read(idp, page, request.id()).success().values("uid")).containsExactly("sam");
	}

}
