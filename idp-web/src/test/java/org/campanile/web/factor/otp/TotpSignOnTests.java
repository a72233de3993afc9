package org.campanile.web.factor.otp;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.Enrolments;
import org.campanile.factor.otp.HotpMethod;
import org.campanile.factor.otp.TotpMethod;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.testkit.factor.TestApp;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.page.LoginScript;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests logins with codes of an authenticator app or a token, over HTTP. */
@Timeout(120)
class TotpSignOnTests {

	private static final String MFA = "https://refeds.org/profile/mfa";

	/**
	 * Starts in the middle of a day, since the use of a factor is recorded once a day.
	 */
	private static final MutableClock clock = new MutableClock(
			Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(8)));

	private static final Path home = TestIdp.newHome();

	private static final ForeignService service = ForeignService.at("mfa.example.org", clock).registered(home);

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	private TestApp app;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(home, context -> CountingBeans.register(context, clock), "campanile.factors.enabled=true",
				"campanile.factors.hotp.enabled=true", "campanile.session.shared-computer-choice=true");
	}

	@BeforeEach
	void enrol() throws Exception {
		idp.bean(Enrolments.class).remove("alice");
		this.app = enrol(idp.bean(TotpMethod.class));
		clock.advance(Duration.ofMinutes(30));
	}

	private static TestApp enrol(EnrolledMethod method) throws Exception {
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		TestApp app = new TestApp(challenge);
		assertThat(method.enrol(alice,
				new AuthenticationMethod.Submission("alice", Map.of("code", app.code(clock.instant()), "name", "Phone"),
						challenge, new LoginOrigin("127.0.0.1"))))
			.isInstanceOf(EnrolledMethod.EnrolmentVerdict.Enrolled.class);
		return app;
	}

	private static RedirectRequest request() {
		return service.redirect(idp, AuthnRequestOptions.PLAIN
			.withAuthnContext(new RequestedAuthnContext(RequestedAuthnContext.Comparison.EXACT, List.of(MFA))));
	}

	private Page password(RedirectRequest request) {
		return this.browser.login(request.url(), "alice", "alice-demo");
	}

	private Page code(Page page, String code) {
		return this.browser.send(form(page).with("code", code));
	}

	private static Form form(Page page) {
		return page.formWith("code").orElseThrow();
	}

	@Test
	void whenAskedForThenTheCodeIsProvenAfterThePassword() throws Exception {
		String credential = idp.bean(Enrolments.class).find("alice").credentials().getFirst().id();
		RedirectRequest request = request();
		Page page = password(request);
		assertThat(page.text("h1")).isEqualTo("Enter the code from your authenticator app");
		try (LogLines audit = LogLines.audit()) {
			Page answer = code(page, this.app.code(clock.instant()));
			assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
			assertThat(audit.lines().getFirst()).startsWith("event=LOGIN code=OK user=alice ")
				.contains(" factor=totp credential=" + credential + ' ');
		}
	}

	@Test
	void whenAskedForThenTheScriptThatIgnoresASecondTapMayRun() {
		Page page = password(request());
		assertThat(page.document().select("script").getFirst().data()).isEqualTo(LoginScript.TEXT);
		assertThat(page.header("content-security-policy")).contains("; script-src 'sha256-");
	}

	@Test
	void whenTheCodeIsWrongOrUsedThenToldToWaitForTheNext() {
		RedirectRequest first = request();
		String code = this.app.code(clock.instant());
		service.read(idp, code(password(first), code), first.id()).success();
		this.browser.clear();
		RedirectRequest request = request();
		Page again = code(password(request), code);
		assertThat(again.text(".error")).isEqualTo("That code is not right, or it was used before. "
				+ "Wait until the app shows a new code, then enter that one.");
		assertThat(again.title()).startsWith("Error: That code is not right");
		clock.advance(Duration.ofSeconds(30));
		String typed = this.app.code(clock.instant()).replaceAll("^...", "$0 ");
		service.read(idp, code(again, typed), request.id()).success();
	}

	/** The number of operations is a goal of docs/performance.md. */
	@Test
	void whenACodeIsAskedForThenFourOperationsMoreThanWithoutOne() throws Exception {
		CountingBeans counts = idp.bean(CountingBeans.class);
		RedirectRequest usual = request();
		service.read(idp, code(password(usual), this.app.code(clock.instant())), usual.id()).success();
		Polling.until(() -> idp.bean(Enrolments.class).find("alice").lastUsed() != null);
		this.browser.clear();
		clock.advance(Duration.ofMinutes(1));
		RedirectRequest plain = service.redirect(idp, AuthnRequestOptions.PLAIN);
		counts.forget();
		service.read(idp, password(plain), plain.id()).success();
		int without = operations(counts);
		assertThat(counts.durableRecords()).isEmpty();
		this.browser.clear();
		RedirectRequest request = request();
		String code = this.app.code(clock.instant());
		counts.forget();
		service.read(idp, code(password(request), code), request.id()).success();
		assertThat(counts.durableRecords()).containsExactly(CountingRecordStore.Operation.FIND,
				CountingRecordStore.Operation.FIND);
		assertThat(operations(counts)).isEqualTo(without + 4);
	}

	/** Enrolments are read once for each request, however many methods check the user. */
	@Test
	void whenASessionIsRaisedThenWhatIsEnrolledIsReadOnceForEachRequest() {
		CountingBeans counts = idp.bean(CountingBeans.class);
		RedirectRequest plain = service.redirect(idp, AuthnRequestOptions.PLAIN);
		service.read(idp, password(plain), plain.id()).success();
		counts.forget();
		Page asked = this.browser.open(request().url());
		assertThat(asked.text("h1")).isEqualTo("Enter the code from your authenticator app");
		assertThat(counts.durableRecords()).as("where it arrives, and on the page of the login")
			.containsExactly(CountingRecordStore.Operation.FIND, CountingRecordStore.Operation.FIND);
	}

	private static int operations(CountingBeans counts) {
		return counts.operations().size() + counts.oneTime().size() + counts.records().size()
				+ counts.durableRecords().size();
	}

	@Test
	void whenThereAreTwoKindsThenTheOtherIsOneClickAway() throws Exception {
		TestApp token = enrol(idp.bean(HotpMethod.class));
		RedirectRequest request = request();
		Page page = password(request);
		assertThat(page.texts("form button.second")).contains("Code generator");
		Page other = this.browser.send(form(page).without("code").with("other", "hotp"));
		assertThat(other.text("h1")).isEqualTo("Enter the code from your code generator");
		Page wrong = code(other, token.code(0));
		assertThat(wrong.text(".error")).contains("two codes in a row");
		service.read(idp, code(wrong, token.code(300) + token.code(301)), request.id()).success();
	}

	@Test
	void whenTheLanguageIsChosenThenTheSamePageTakesTheCode() {
		RedirectRequest request = request();
		Page german = this.browser.open(password(request).link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		Page french = this.browser.open(german.link("Français"));
		assertThat(french.document().select("html").attr("lang")).isEqualTo("fr");
		Page answer = code(french, this.app.code(clock.instant()));
		assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
	}

	@Test
	void whenTheComputerIsSharedThenThePageInAnotherLanguageDoesNotForgetIt() {
		RedirectRequest request = request();
		Page page = this.browser.submit(this.browser.open(request.url())
			.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo")
			.with("shared_computer", "true"));
		Page german = this.browser.open(page.link("Deutsch"));
		Page answer = code(german, this.app.code(clock.instant()));
		service.read(idp, answer, request.id()).success();
		assertThat(this.browser.cookie("campanile-session").orElseThrow().attributes()).doesNotContainKey("max-age");
	}

	/** A page that enrols shows a key once, and takes part in a login by POST alone. */
	@Test
	void whenAnEnrolmentIsOpenedByItsAddressThenRefused() {
		Page choice = this.browser.login(request().url(), "carol", "carol-demo");
		Page page = this.browser.send(choice.forms().getFirst().with("other", "totp"));
		Page opened = this.browser.open(idp.baseUrl() + "/login?step=" + form(page).fields().getOrDefault("flow", ""));
		assertThat(opened.status()).isEqualTo(400);
	}

	@Test
	void whenAFactorWasChosenThenThereIsAWayBackToTheChoice() {
		Page choice = this.browser.login(request().url(), "carol", "carol-demo");
		for (String kind : List.of("passkey", "totp")) {
			Page page = this.browser.send(choice.forms().getFirst().with("other", kind));
			assertThat(page.text("button[name=other]")).as(kind).isEqualTo("Choose something else");
			Page again = this.browser.send(page.forms().getLast().with("other", "choose"));
			assertThat(again.text("h1")).isEqualTo("Add a second way to sign in");
		}
	}

	@Test
	void whenTheUserHasNoAppThenOneIsEnrolledOnTheWayAndItsFirstCodeSignsInOnce() {
		RedirectRequest request = request();
		Page choice = this.browser.login(request.url(), "bob", "bob-demo");
		Page page = this.browser.send(choice.forms().getFirst().with("other", "totp"));
		assertThat(page.text("h1")).isEqualTo("Add an authenticator app");
		assertThat(page.texts("nav a")).as("links, as another key would be drawn").isEmpty();
		assertThat(page.document().select("svg[role=img] path").attr("d")).startsWith("M4 4h7v1h-7z");
		String uri = page.document().select("a[href^=otpauth]").attr("href");
		assertThat(uri).startsWith("otpauth://totp/").contains(":bob?secret=");
		String secret = page.text("code").replace(" ", "");
		assertThat(uri).contains("secret=" + secret + '&');
		TestApp own = new TestApp(Map.of("secret", secret));
		Page wrong = this.browser.send(form(page).with("name", "My tablet")
			.with("code", "000000".equals(own.code(clock.instant())) ? "000001" : "000000"));
		assertThat(wrong.text(".error")).startsWith("That code is not right");
		assertThat(wrong.text("code").replace(" ", "")).as("the same key").isEqualTo(secret);
		assertThat(form(wrong).fields()).as("the name that was typed").containsEntry("name", "My tablet");
		String confirming = own.code(clock.instant());
		Page answer = code(wrong, confirming);
		assertThat(service.read(idp, answer, request.id()).success().authnContextClass()).isEqualTo(MFA);
		assertThat(code(wrong, confirming).text("h1")).as("the form sent twice")
			.isEqualTo("Enter the code from your authenticator app");
		this.browser.clear();
		RedirectRequest again = request();
		Page asked = this.browser.login(again.url(), "bob", "bob-demo");
		assertThat(code(asked, confirming).text(".error")).contains("used before");
		clock.advance(Duration.ofSeconds(30));
		service.read(idp, code(asked, own.code(clock.instant())), again.id()).success();
	}

	@Test
	void whenFieldsAreMissingOrTooLongThenAskedAgain() {
		RedirectRequest request = request();
		Page page = password(request);
		assertThat(code(page, "").text(".error")).contains("not right");
		assertThat(this.browser.send(form(page).without("code")).text(".error")).contains("not right");
		assertThat(code(page, "x".repeat(10_000)).text(".error")).contains("not right");
	}

}
