package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.campanile.testkit.MutableClock;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.flow.FailingStores.Fault;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.web.testkit.LogLines;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the links to other languages on pages whose request must not be repeated. */
class LanguageLinkTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private static final FailingStores stores = new FailingStores();

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
		idp = TestIdp.start(home, context -> stores.register(context, clock), "campanile.authentication.failure-step=0",
				"campanile.access.rules[0].name=not bob", "campanile.access.rules[0].effect=deny",
				"campanile.access.rules[0].attributes.uid=bob",
				"campanile.access.rules[0].missing=Only members of staff can open this.",
				"campanile.access.rules[0].contact=access@example.edu");
	}

	@AfterEach
	void mend() {
		stores.mend();
	}

	@ParameterizedTest
	@CsvSource({ "erin,Ihr Passwort ist abgelaufen", "mustafa,Wählen Sie ein neues Passwort",
			"lorenz,Ihr Konto ist gesperrt" })
	void whenThePasswordIsOfNoUseThenTheSamePageInAnotherLanguage(String person, String heading) {
		Page german = inGerman(browser.login(loginPage(), person, person + "-demo"));
		assertThat(german.text("h1")).isEqualTo(heading);
	}

	@Test
	void whenDeniedAfterTheFormOrFromASessionThenTheSamePageInAnotherLanguage() {
		Page afterTheForm = browser.login(loginPage(), "bob", "bob-demo");
		Page fromTheSession = browser.open(service.redirect(idp, PLAIN).url());
		for (Page denied : List.of(afterTheForm, fromTheSession)) {
			Page german = inGerman(denied);
			assertThat(german.text("code")).startsWith("ACCESS_DENIED-");
			assertThat(german.body()).contains("Only members of staff can open this.", "mailto:access@example.edu");
		}
	}

	@Test
	void whenThePasswordIsWrongThenTheFormInAnotherLanguageStillSignsIn() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page wrong = browser.login(browser.open(request.url()), "alice", "wrong");
		Page german = browser.open(wrong.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		assertThat(
				service.read(idp, browser.login(german, "alice", "alice-demo"), request.id()).success().values("uid"))
			.containsExactly("alice");
	}

	@Test
	void whenThePasswordExpiresSoonThenTheWarningInAnotherLanguageStillGoesOn() {
		RedirectRequest request = service.redirect(idp, PLAIN);
		Page warning = browser.login(browser.open(request.url()), "sam", "sam-demo");
		Page german = browser.open(warning.link("Deutsch"));
		assertThat(german.text("h1")).startsWith("Ihr Passwort läuft in ");
		assertThat(german.texts("nav a")).hasSize(3);
		Page french = browser.open(german.link("Français"));
		assertThat(french.text("h1")).startsWith("Votre mot de passe expire dans ");
		Page answer = browser.submit(french.formWith("flow").orElseThrow());
		assertThat(service.read(idp, answer, request.id()).success().values("uid")).containsExactly("sam");
	}

	@Test
	void whenTheFormIsTooOldThenTheSamePageInAnotherLanguage() {
		Form form = loginPage().loginForm();
		clock.advance(Duration.ofHours(1));
		Page german = inGerman(browser.submit(form));
		assertThat(german.text("code")).startsWith("LOGIN_EXPIRED-");
		assertThat(german.body()).as("where to start again").contains("https://one.example.org/");
	}

	@Test
	void whenTheFormIsForgedThenTheSamePageInAnotherLanguage() {
		assertThat(inGerman(browser.submit(loginPage().loginForm().without("_csrf"))).text("code"))
			.startsWith("FORGED_FORM-");
	}

	@Test
	void whenTheRequestWasAnsweredBeforeThenTheSamePageInAnotherLanguage() {
		Form form = loginPage().loginForm().with("j_username", "alice").with("j_password", "alice-demo");
		browser.submit(form).samlForm();
		assertThat(inGerman(browser.submit(form)).text("code")).startsWith("REQUEST_REPLAYED-");
	}

	@Test
	void whenAServicesMessageIsRefusedThenTheSamePageInAnotherLanguage() {
		String sso = idp.baseUrl() + "/profile/SAML2/POST/SSO";
		Form broken = Form.post(sso, Map.of("SAMLRequest", "broken"));
		inGerman(browser.sendCrossSite(broken));
	}

	@Test
	void whenTheSessionCannotBeStoredThenTheSamePageInAnotherLanguage() {
		Page login = loginPage();
		stores.put(Fault.FAILS, "create");
		assertThat(inGerman(browser.login(login, "alice", "alice-demo")).text("code")).startsWith("STORE_UNAVAILABLE-");
	}

	@Test
	void whenThePersonIsAskedBeforeLogoutThenQuestionAndResultInAnotherLanguage() {
		browser.login(loginPage(), "alice", "alice-demo");
		Page question = browser.withHeader("Sec-Fetch-Site", "cross-site")
			.submit(Form.post(idp.baseUrl() + "/profile/Logout", Map.of()));
		assertThat(question.formWith("_csrf")).isPresent();
		Page german = browser.open(question.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		Page done = browser.submit(german.formWith("_csrf").orElseThrow());
		Page english = browser.open(done.link("English"));
		assertThat(english.text("h1")).isNotEqualTo(done.text("h1"));
		assertThat(english.texts("main li")).hasSameSizeAs(done.texts("main li"));
	}

	@Test
	void whenNobodyIsSignedInThenTheAnswerToALogoutInAnotherLanguage() {
		Page question = browser.open(idp.baseUrl() + "/logout/confirm");
		Page done = browser.submit(question.formWith("_csrf").orElseThrow());
		Page german = browser.open(done.link("Deutsch"));
		assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
		assertThat(browser.open(german.link("English")).text("h1")).isEqualTo(done.text("h1"));
	}

	@Test
	void whenTheAddressIsAlteredOrOldThenNothingIsThere() {
		Page expired = browser.submit(loginPage().loginForm().without("_csrf"));
		String address = expired.link("Deutsch").toString();
		for (String bad : List.of(address.replace("id=", "id=A"), address.replace("id=", "id=%2e"),
				address.replaceAll("id=[^&]+", "id="), address.replaceAll("id=[^&]+", "id=" + "A".repeat(17_000)))) {
			Page page = browser.get(bad);
			assertThat(page.status()).as(bad).isEqualTo(404);
			assertThat(page.text("code")).startsWith("NOT_FOUND-");
		}
		assertThat(browser.get(address).status()).isEqualTo(200);
		clock.advance(Duration.ofMinutes(61));
		assertThat(browser.get(address).status()).isEqualTo(404);
	}

	private Page loginPage() {
		return browser.open(service.redirect(idp, PLAIN).url());
	}

	/**
	 * Opens the German version, and asserts that it has the same code and links and
	 * causes no audit line.
	 */
	private Page inGerman(Page problem) {
		assertThat(problem.texts("nav a")).containsExactly("English", "Deutsch", "Français");
		try (LogLines audit = LogLines.audit()) {
			Page german = browser.get(problem.link("Deutsch"));
			assertThat(german.status()).isEqualTo(200);
			assertThat(german.document().select("html").attr("lang")).isEqualTo("de");
			assertThat(german.text("code")).isEqualTo(problem.text("code"));
			assertThat(german.document().select("time").attr("datetime"))
				.isEqualTo(problem.document().select("time").attr("datetime"));
			assertThat(german.texts("main a")).hasSameSizeAs(problem.texts("main a"));
			Page english = browser.get(german.link("English"));
			assertThat(english.text("main")).isEqualTo(problem.text("main"));
			assertThat(audit.lines()).isEmpty();
			return german;
		}
	}

}
