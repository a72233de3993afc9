package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.factor.bypass.Bypasses;
import org.campanile.fake.factor.FakeFactor;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a password that has expired or must be changed can be changed on the way to
 * the service.
 */
@Timeout(120)
class PasswordChangeTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static final String NEW = "a better one";

	private static MutableClock clock;

	@AutoClose
	private static TestIdp idp;

	private static ForeignService service;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		service = ForeignService.at("one.example.org", clock, metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(home);
		idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.authentication.failure-step=0",
				"campanile.authentication.password.service-account=true");
	}

	@BeforeEach
	void reset() {
		for (String user : List.of("mustafa", "erin", "sam")) {
			idp.directory().replace(dn(user), "userPassword", user + "-demo");
		}
		idp.directory().replace(dn("mustafa"), "campanileDemoPolicy", "mustChange");
		idp.directory().replace(dn("erin"), "campanileDemoPolicy", "expired");
		idp.directory().replace(dn("sam"), "campanileDemoPolicy", "expiresSoon");
		// Lets the failed attempts of the previous test expire.
		clock.advance(Duration.ofMinutes(3));
	}

	private static String dn(String user) {
		return "uid=" + user + ",ou=people,dc=example,dc=edu";
	}

	@ParameterizedTest
	@CsvSource({ "mustafa,temporary,PASSWORD_MUST_CHANGE", "erin,has expired,PASSWORD_EXPIRED" })
	void whenChangedThenTheLoginGoesOn(String user, String words, String code) {
		RedirectRequest request = service.redirect(idp, PLAIN.withRelayState("r"));
		try (LogLines audit = LogLines.audit()) {
			Page page = login(request, user);
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.text("h1")).isEqualTo("Choose a new password");
			assertThat(page.text("main")).contains(words, "Service at one.example.org");
			assertThat(page.document().select("#username").attr("value")).isEqualTo(user);
			assertThat(page.document().select("input[autocomplete=new-password]")).hasSize(2);
			assertThat(page.body()).doesNotContain(user + "-demo");
			Page answer = browser.submit(filled(page, user + "-demo", NEW));
			assertThat(answer.samlForm().fields()).containsEntry("RelayState", "r");
			assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly(user);
			assertThat(audit.lines()).hasSize(4).noneMatch(line -> line.contains(NEW) || line.contains("-demo"));
			assertThat(audit.lines().get(0)).startsWith("event=LOGIN_REFUSED code=" + code + '-');
			assertThat(audit.lines().get(1))
				.startsWith("event=PASSWORD_CHANGED code=OK user=" + user + " service=" + service.entityId());
			assertThat(audit.lines().get(2)).startsWith("event=LOGIN code=OK user=" + user + ' ')
				.doesNotContain("factor=");
			assertThat(audit.lines().get(3)).startsWith("event=SIGN_ON code=OK user=" + user + ' ');
		}
		assertThat(browser.open(service.redirect(idp, PLAIN).url()).samlForm()).as("a session").isNotNull();
		browser.clear();
		assertThat(browser.login(service.redirect(idp, PLAIN).url(), user, user + "-demo").loginForm()).isNotNull();
		assertThat(browser.login(service.redirect(idp, PLAIN).url(), user, NEW).samlForm()).isNotNull();
	}

	@Test
	void whenTheNewPasswordIsNotAcceptedThenTheReasonStandsByTheFieldAndAnotherOneDoes() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page page = login(request, "mustafa");
		try (LogLines audit = LogLines.audit()) {
			page = browser.submit(filled(page, "mustafa-demo", "short"));
			assertThat(page.text("#error")).isEqualTo("That password is too short. Please choose a longer one.");
			assertThat(page.title()).startsWith("Error: That password is too short.");
			assertThat(page.document().select("#new").attr("aria-describedby")).isEqualTo("error");
			assertThat(audit.lines()).singleElement()
				.asString()
				.startsWith("event=PASSWORD_CHANGE_REFUSED code=PASSWORD_TOO_SHORT-")
				.contains("user=mustafa ");
		}
		page = browser.submit(filled(page, "mustafa-demo", NEW).with("new_password_again", "another"));
		assertThat(page.document().select("#repeated").attr("aria-describedby")).isEqualTo("error");
		page = browser.submit(filled(page, "mustafa-demo", "mustafa-demo"));
		assertThat(page.text("#error")).startsWith("That is your current password.");
		page = browser.submit(filled(page, "wrong", NEW));
		assertThat(page.document().select("#current").attr("aria-describedby")).isEqualTo("error");
		assertThat(page.body()).doesNotContain(NEW);
		Page answer = browser.submit(filled(page, "mustafa-demo", NEW));
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("mustafa");
	}

	/** The page may have been open for longer than a login may take. */
	@Test
	void whenTheAccountPageIsOldThenItsLinkStillLeadsToTheForm() {
		browser.login(idp.baseUrl() + "/account", "alice", "alice-demo");
		Page account = browser.open(idp.baseUrl() + "/account");
		clock.advance(Duration.ofMinutes(11));
		Page form = browser.open(account.link("Change your password"));
		assertThat(form.text("h1")).isEqualTo("Change your password");
		assertThat(form.formWith("new_password")).isPresent();
	}

	@Test
	void whenTheCurrentPasswordIsWrongTooOftenThenItIsThrottled() {
		Page page = login(service.redirect(idp, PLAIN), "mustafa");
		for (int i = 0; i < 3; i++) {
			page = browser.submit(filled(page, "wrong", NEW));
			assertThat(page.status()).isEqualTo(200);
		}
		page = browser.submit(filled(page, "mustafa-demo", NEW));
		assertThat(page.status()).isEqualTo(429);
		assertThat(page.header("Retry-After")).isNotBlank();
		assertThat(page.text("#error")).startsWith("Too many attempts.");
		clock.advance(Duration.ofMinutes(3));
		assertThat(browser.submit(filled(page, "mustafa-demo", NEW)).samlForm()).isNotNull();
	}

	@Test
	void whenAnotherBrowserSendsTheFormThenNothingIsChanged() {
		Form form = filled(login(service.redirect(idp, PLAIN), "mustafa"), "mustafa-demo", NEW);
		Browser other = new Browser();
		other.open(service.redirect(idp, PLAIN).url());
		Page forged = other.send(form);
		assertThat(forged.status()).isEqualTo(403);
		assertThat(forged.text("code")).startsWith("FORGED_FORM-");
		assertThat(forged.document().select("main a")).as("on at the service").isNotEmpty();
		String theirs = other.cookieWithPrefix("campanile-browser-").orElseThrow().value();
		assertThat(other.send(form.with("_csrf", theirs)).text("code")).startsWith("LOGIN_OF_ANOTHER_BROWSER-");
		assertThat(login(service.redirect(idp, PLAIN), "mustafa").text("h1")).as("as it was")
			.isEqualTo("Choose a new password");
	}

	@Test
	void whenTheFormIsTooOldOrAlteredThenAPageAndNothingIsChanged() {
		Form form = filled(login(service.redirect(idp, PLAIN), "mustafa"), "mustafa-demo", NEW);
		assertThat(browser.submit(form.with("flow", "x")).status()).isEqualTo(400);
		assertThat(browser.submit(form.without("flow")).status()).isEqualTo(400);
		clock.advance(Duration.ofHours(1));
		assertThat(browser.submit(form).text("code")).startsWith("LOGIN_EXPIRED-");
		assertThat(login(service.redirect(idp, PLAIN), "mustafa").text("h1")).isEqualTo("Choose a new password");
	}

	/**
	 * A second click or a second tab finds that the password has already been changed.
	 */
	@Test
	void whenChangedMeanwhileThenTheFormLeadsToTheLoginPage() {
		Page one = login(service.redirect(idp, PLAIN), "mustafa");
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page two = login(request, "mustafa");
		assertThat(browser.submit(filled(one, "mustafa-demo", NEW)).samlForm()).isNotNull();
		Page late = browser.submit(filled(two, "mustafa-demo", NEW));
		assertThat(late.text("#error")).startsWith("The current password is incorrect.");
		Page form = browser.open(late.link("Changed it already? Sign in with the new password"));
		assertThat(service
			.read(idp, form.formWith("SAMLResponse").isPresent() ? form : browser.login(form, "mustafa", NEW),
					request.id())
			.success()
			.values("uid")).containsExactly("mustafa");
	}

	@Test
	void whenSentTwiceThenTheServiceIsAnsweredOnce() {
		Form form = filled(login(service.redirect(idp, PLAIN), "mustafa"), "mustafa-demo", NEW);
		assertThat(browser.submit(form).samlForm()).isNotNull();
		Page again = browser.submit(form);
		assertThat(again.formWith("SAMLResponse")).isEmpty();
		assertThat(again.text("#error")).startsWith("The current password is incorrect.");
	}

	@Test
	void whenReadInAnotherLanguageThenTheFormStillChangesIt() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page german = browser.open(login(request, "erin").link("Deutsch"));
		assertThat(german.text("h1")).isEqualTo("Wählen Sie ein neues Passwort");
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		Page answer = browser.submit(filled(german, "erin-demo", NEW));
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("erin");
	}

	@Test
	void whenForcedThenTheUserStaysTheSame() {
		idp.directory().replace(dn("mustafa"), "campanileDemoPolicy", "none");
		service.signIn(idp, browser, "mustafa");
		idp.directory().replace(dn("mustafa"), "campanileDemoPolicy", "mustChange");
		RedirectRequest forced = service.redirect(idp, PLAIN.withForceAuthn());
		Page form = browser.open(forced.url());
		Page page = browser.send(form.loginForm().with("j_username", "erin").with("j_password", "mustafa-demo"));
		assertThat(page.document().select("#username").attr("value")).isEqualTo("mustafa");
		assertThat(service.read(idp, browser.submit(filled(page, "mustafa-demo", NEW)), forced.id())
			.success()
			.values("uid")).containsExactly("mustafa");
	}

	@Test
	void whenWarnedThenItIsChangedWithTheSessionAndTheServiceIsAnswered() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page warning = browser.login(request.url(), "sam", "sam-demo");
		Page page = browser.open(warning.link("Change your password"));
		assertThat(page.text("h1")).isEqualTo("Change your password");
		page = browser.submit(filled(page, "wrong", NEW));
		assertThat(page.text("#error")).startsWith("The current password is incorrect.");
		Browser other = new Browser();
		service.signIn(idp, other, "bob");
		assertThat(other.open(page.link("Deutsch")).text("code")).startsWith("LOGIN_OF_ANOTHER_BROWSER-");
		Page answer = browser.submit(filled(page, "sam-demo", NEW));
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("sam");
		browser.clear();
		assertThat(browser.login(service.redirect(idp, PLAIN).url(), "sam", NEW).samlForm()).isNotNull();
	}

	@Test
	void whenWarnedAndSignedOutMeanwhileThenNothingIsChanged() {
		Page warning = browser.login(service.redirect(idp, PLAIN).url(), "sam", "sam-demo");
		Page page = browser.open(warning.link("Change your password"));
		browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(browser.submit(filled(page, "sam-demo", NEW)).text("code")).startsWith("LOGIN_EXPIRED-");
		assertThat(browser.login(service.redirect(idp, PLAIN).url(), "sam", "sam-demo").text("h1"))
			.startsWith("Your password expires");
	}

	@Test
	void whenTheDirectoryIsDownThenAPageAndNoWrongAttempt() {
		Path home = TestIdp.newHome();
		ForeignService there = ForeignService.at("one.example.org", clock).registered(home);
		try (TestIdp down = TestIdp.start(home, TestIdp.clock(clock))) {
			Page page = browser.login(there.redirect(down, PLAIN).url(), "mustafa", "mustafa-demo");
			down.directory().close();
			try (LogLines audit = LogLines.audit()) {
				Page problem = browser.submit(filled(page, "mustafa-demo", NEW));
				assertThat(problem.status()).isEqualTo(503);
				assertThat(problem.text("code")).startsWith("DIRECTORY_UNAVAILABLE-");
				assertThat(audit.lines()).singleElement()
					.asString()
					.startsWith("event=PASSWORD_CHANGE_REFUSED code=" + problem.text("code"));
			}
		}
	}

	@Test
	void whenChangedElsewhereThenThePagesLinkThere() {
		Path home = TestIdp.newHome();
		ForeignService there = ForeignService.at("one.example.org", clock).registered(home);
		try (TestIdp linking = TestIdp.start(home, TestIdp.clock(clock),
				"campanile.branding.change-password-url=https://password.example.edu/")) {
			Page page = browser.login(there.redirect(linking, PLAIN).url(), "mustafa", "mustafa-demo");
			assertThat(page.status()).isEqualTo(403);
			assertThat(page.text("code")).startsWith("PASSWORD_MUST_CHANGE-");
			assertThat(page.link("Change your password")).hasToString("https://password.example.edu/");
			Page warning = browser.login(there.redirect(linking, PLAIN).url(), "sam", "sam-demo");
			assertThat(warning.link("Change your password")).hasToString("https://password.example.edu/");
		}
	}

	/**
	 * The new session needs a factor that a bypass replaces, for which there is no page.
	 */
	@Test
	void whenAStepUpIsOvertakenByANewLoginThenTheNewSessionGoesOn() throws Exception {
		Path home = TestIdp.newHome();
		ForeignService plain = ForeignService.at("plain.example.org", clock).registered(home);
		ForeignService strong = ForeignService.at("strong.example.org", clock).registered(home);
		FakeFactor factor = new FakeFactor(clock);
		try (TestIdp server = TestIdp.start(home, context -> {
			factor.register(context);
			TestIdp.clock(clock).initialize(context);
		}, "campanile.authentication.password.service-account=true", "campanile.factors.enabled=true",
				"campanile.factors.bypass.enabled=true", "campanile.authentication.contexts[0].uri=urn:example:one",
				"campanile.authentication.contexts[0].factors[0]=password",
				"campanile.authentication.contexts[1].uri=urn:example:two",
				"campanile.authentication.contexts[1].factors[0]=password + *",
				"campanile.authentication.contexts[1].factors[1]=password + bypass",
				"campanile.access.rules[0].effect=step-up", "campanile.access.rules[0].services=" + strong.entityId(),
				"campanile.access.rules[0].classes=urn:example:two", "campanile.access.rules[0].max-age=10m")) {
			server.directory().replace(dn("mustafa"), "campanileDemoPolicy", "none");
			plain.signIn(server, browser, "mustafa");
			clock.advance(Duration.ofMinutes(6));
			Page number = browser.open(strong.redirect(server, PLAIN).url());
			assertThat(browser.submit(FakeFactor.answered(number)).samlForm()).isNotNull();
			clock.advance(Duration.ofMinutes(6));
			RedirectRequest request = strong.redirect(server, PLAIN);
			Page password = browser.open(request.url());
			server.directory().replace(dn("mustafa"), "campanileDemoPolicy", "mustChange");
			Page change = browser.send(password.loginForm().with("j_password", "mustafa-demo"));
			server.directory().replace(dn("mustafa"), "campanileDemoPolicy", "none");
			browser.open(server.baseUrl() + "/profile/Logout");
			plain.signIn(server, browser, "mustafa");
			factor.without().add("mustafa");
			server.bean(Bypasses.class).grant("mustafa", "lost phone", "helpdesk", clock.instant().plusSeconds(60));
			Page answer = browser.submit(filled(change, "mustafa-demo", NEW));
			assertThat(strong.read(server, answer, request.id()).success().values("uid")).containsExactly("mustafa");
		}
	}

	private Page login(RedirectRequest request, String user) {
		return browser.login(request.url(), user, user + "-demo");
	}

	private static Form filled(Page page, String current, String replacement) {
		return page.formWith("new_password")
			.orElseThrow(() -> new AssertionError(page))
			.with("current_password", current)
			.with("new_password", replacement)
			.with("new_password_again", replacement);
	}

}
