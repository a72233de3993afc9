package org.campanile.web.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ForcedColors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.testkit.browser.Barriers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the pages in Chromium. If the system property {@code campanile.shots} names a
 * folder, a screenshot of each page is saved there.
 */
class PagesServersIT {

	private static final String LOGO = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%20120%2048'%3E"
			+ "%3Crect%20width='120'%20height='48'%20rx='8'%20fill='%23f98012'/%3E%3C/svg%3E";

	private static final ServiceView SERVICE = new ServiceView("Moodle", "Courses, exams and what belongs to them.",
			null, LOGO, "https://moodle.example.edu/", null);

	private static final ServiceView LONG = new ServiceView(
			"Zentrale Lern- und Prüfungsverwaltungsplattform der Fakultät für Rechts-, Wirtschafts- und "
					+ "Sozialwissenschaftenverbundsforschungskolleg",
			null, "https://long.example.edu/");

	private static final ServiceView HEBREW = new ServiceView("ספריית האוניברסיטה (Library!)", null, null);

	private static final ServiceView PLAIN = new ServiceView("wiki.example.edu", null, "https://wiki.example.edu/");

	private static final String OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

	private static PagesContainer server;

	private static Playwright playwright;

	private static Browser browser;

	private @Nullable BrowserContext context;

	@BeforeAll
	static void start(@TempDir Path folder) throws Exception {
		server = new PagesContainer(folder, true);
		server.shows.putAll(PagesFixture.all(SERVICE));
		Map.of("long", LONG, "hebrew", HEBREW, "plain", PLAIN).forEach((name, service) -> {
			for (String page : List.of("login-bad_credentials", "login-forced", "problem-login_expired",
					"password-warning", "logged-out")) {
				server.shows.put(name + "-" + page, PagesFixture.page(page, service));
			}
		});
		String acs = server.base() + "/acs";
		server.shows.put("redirect", PagesFixture.redirect(SERVICE, acs, Map.of("SAMLResponse", "PHNhbWw+")));
		playwright = Playwright
			.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		String chromium = Objects.requireNonNullElse(System.getenv("CHROMIUM"), "/usr/bin/chromium");
		browser = playwright.chromium()
			.launch(new BrowserType.LaunchOptions().setExecutablePath(Path.of(chromium))
				.setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking",
						"--disable-component-update", "--disable-sync", "--no-first-run")));
	}

	@AfterAll
	static void stop() throws Exception {
		browser.close();
		playwright.close();
		server.close();
	}

	@AfterEach
	void leave() {
		if (context != null) {
			context.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "LIGHT,360", "LIGHT,1280", "DARK,360", "DARK,1280" })
	void whenEveryPageIsCheckedThenNoBarrier(ColorScheme scheme, int width) {
		Page page = open(options(width).setColorScheme(scheme));
		// Without automatic submission, pages stay as users see them while a service is
		// slow.
		for (String name : server.shows.keySet()) {
			page.route("**/" + name, route -> {
				APIResponse response = route.fetch();
				route.fulfill(new Route.FulfillOptions().setResponse(response)
					.setBody(response.text().replace(RedirectFrames.AUTO_SUBMIT, "")));
			});
		}
		// Steps appear in a frame, and only for a moment.
		for (String name : server.shows.keySet().stream().filter(it -> !it.startsWith("step-")).toList()) {
			show(page, name);
			page.locator("h1").waitFor();
			shoot(page, name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
			Barriers.assertNone(page, name + ' ' + scheme + ' ' + width);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 320, 640 })
	void whenNarrowOrEnlargedThenNoSidewaysScrolling(int width) {
		Page page = open(options(width).setJavaScriptEnabled(false).setBypassCSP(true));
		for (String name : server.shows.keySet()) {
			show(page, name);
			if (width == 640) {
				page.evaluate("document.documentElement.style.fontSize = '200%'");
				shoot(page, name + "-text200");
			}
			assertThat(((Number) page.evaluate(OVERFLOW)).intValue()).as(name).isZero();
		}
	}

	@Test
	void whenEveryPageIsMeasuredThenTargetsAreLargeEnough() {
		Page page = open(options(360).setJavaScriptEnabled(false));
		for (String name : server.shows.keySet()) {
			show(page, name);
			page.evaluate("document.querySelectorAll('button[hidden]').forEach(e => e.hidden = false)");
			assertThat(page.evaluate(
					"""
							[...document.querySelectorAll('a, button, input:not([type=hidden]):not([type=checkbox]), label.choice')]
							.map(e => [e.outerHTML, e.getBoundingClientRect()])
							.filter(([html, box]) => box.height < 44 || box.width < 44).map(([html]) => html)"""))
				.as(name)
				.isEqualTo(List.of());
		}
	}

	/**
	 * The page is loaded before its autofocus takes effect, and keys typed in between are
	 * lost.
	 */
	private static void awaitFocus(Page page, String field) {
		page.bringToFront();
		page.locator("[name=" + field + "]:focus").waitFor();
	}

	@Test
	void whenOnlyTheKeyboardIsUsedThenSigningInWorks() {
		Page page = open("login-none", options(1280));
		awaitFocus(page, "j_username");
		page.keyboard().type("alice");
		page.keyboard().press("Tab");
		page.keyboard().type("alice-demo");
		// Skips the button that shows the password and the link for a forgotten password.
		page.keyboard().press("Tab");
		page.keyboard().press("Tab");
		page.keyboard().press("Tab");
		page.keyboard().press("Space");
		page.keyboard().press("Tab");
		page.keyboard().press("Enter");
		page.waitForURL("**/idp/login");
		assertThat(server.posted.get("/idp/login")).containsExactly(Map.entry("_csrf", "kJ2l_token"),
				Map.entry("execution", "sealed.flow"), Map.entry("j_username", "alice"),
				Map.entry("j_password", "alice-demo"), Map.entry("shared_computer", "true"),
				Map.entry("_eventId_proceed", ""));
	}

	@Test
	void whenThePasswordWasWrongThenTypingGoesOnInThePasswordField() {
		Page page = open("login-bad_credentials", options(1280));
		awaitFocus(page, "j_password");
		page.keyboard().type("second");
		page.keyboard().press("Enter");
		page.waitForURL("**/idp/login");
		assertThat(server.posted.get("/idp/login")).containsEntry("j_username", "alice")
			.containsEntry("j_password", "second")
			.containsKey("_eventId_proceed");
	}

	@Test
	void whenThePasswordIsShownThenItIsHiddenAgainAsItIsSent() {
		Page page = open(options(1280));
		List<String> complaints = complaints(page);
		show(page, "login-none");
		page.fill("#username", "alice");
		page.fill("#password", "alice-demo");
		page.locator("#show-password[aria-pressed=false]").click();
		assertThat(page.getAttribute("#password", "type")).isEqualTo("text");
		assertThat(page.inputValue("#password")).isEqualTo("alice-demo");
		page.locator("#show-password[aria-pressed=true]").click();
		assertThat(page.getAttribute("#password", "type")).isEqualTo("password");
		page.click("#show-password");
		// Browsers inspect the form on submission, in order to offer to save the
		// password.
		page.evaluate("document.forms[0].addEventListener('submit', e => { e.preventDefault(); "
				+ "document.title = document.getElementById('password').type })");
		page.click("[name=_eventId_proceed]");
		assertThat(page.title()).isEqualTo("password");
		assertThat(complaints).isEmpty();
	}

	@Test
	void whenTheButtonIsTappedTwiceThenTheFormIsSentOnce() {
		Page page = open("login-none", options(360));
		page.fill("#username", "alice");
		page.fill("#password", "alice-demo");
		// The page stays, as while an answer takes long.
		page.evaluate("() => { document.title = 'sent'; document.addEventListener('submit', e => { "
				+ "document.title += e.defaultPrevented ? ' no' : ' yes'; e.preventDefault() }) }");
		page.evaluate("() => { const button = document.querySelector('[name=_eventId_proceed]'); "
				+ "button.click(); button.click() }");
		assertThat(page.title()).isEqualTo("sent yes no");
		page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })) }");
		page.click("[name=_eventId_proceed]");
		assertThat(page.title()).as("after going back").isEqualTo("sent yes no yes");
	}

	@Test
	void whenScriptsAreOffThenNothingOffersToShowThePassword() {
		Page page = open("login-none", options(360).setJavaScriptEnabled(false));
		assertThat(page.locator("#show-password").isVisible()).isFalse();
		page.fill("#username", "alice");
		page.fill("#password", "alice-demo");
		page.click("[name=_eventId_proceed]");
		page.waitForURL("**/idp/login");
		assertThat(server.posted.get("/idp/login")).containsEntry("j_password", "alice-demo");
	}

	@Test
	void whenAnErrorComesThenTheFormStaysWhereItIs() {
		Page page = open("login-none", options(1280));
		Object before = page.evaluate("document.querySelector('h1').getBoundingClientRect().top");
		show(page, "login-bad_credentials");
		assertThat(page.evaluate("document.querySelector('h1').getBoundingClientRect().top")).isEqualTo(before);
	}

	@Test
	void whenSomethingWentWrongThenTheTimeIsThePersons() {
		Page page = open(options(1280).setLocale("en-GB").setTimezoneId("Asia/Kolkata"));
		List<String> complaints = complaints(page);
		show(page, "problem-not_found");
		page.getByText("17:30:00").waitFor();
		assertThat(page.locator("time").textContent()).startsWith("20 November 2026").contains("5:30");
		assertThat(page.getAttribute("time", "title")).isEqualTo("20 November 2026, 12:00:00 UTC");
		assertThat(complaints).isEmpty();
	}

	@Test
	void whenScriptsAreOffThenTheTimeNamesItsZone() {
		Page page = open("problem-not_found", options(1280).setJavaScriptEnabled(false));
		assertThat(page.locator("time").textContent()).isEqualTo("20 November 2026, 12:00:00 UTC");
	}

	@Test
	void whenScriptsAreOnThenTheFormGoesByItselfAndTheServiceMayRedirect() {
		Page page = open(options(1280));
		List<String> complaints = complaints(page);
		show(page, "redirect");
		page.waitForURL("http://localhost:" + server.port() + "/landed");
		assertThat(server.posted.get("/acs")).isEqualTo(Map.of("SAMLResponse", "PHNhbWw+"));
		assertThat(complaints).isEmpty();
		page.goBack();
		assertThat(page.url()).as("the redirect page left no step to go back to").isEqualTo("about:blank");
	}

	@Test
	void whenScriptsAreOffThenAButtonTakesTheFormOn() {
		Page page = open("redirect", options(360).setJavaScriptEnabled(false));
		page.getByText("Continue to Moodle").click();
		page.waitForURL("**/landed");
		assertThat(server.posted.get("/acs")).isEqualTo(Map.of("SAMLResponse", "PHNhbWw+"));
	}

	@Test
	void whenALanguageIsChosenThenItStays() {
		Page page = open("login-none", options(360));
		page.getByText("Deutsch").click();
		page.waitForURL("**/login-none?lang=de");
		assertThat(page.title()).isEqualTo("Bei Moodle anmelden – Example University");
		show(page, "logged-out");
		assertThat(page.title()).startsWith("Sie sind abgemeldet");
	}

	@ParameterizedTest
	@MethodSource("calmPages")
	void whenLoadedThenTheBrowserHasNothingToComplainAbout(String name) {
		Page page = open(options(1280));
		List<String> complaints = complaints(page);
		List<String> requests = new ArrayList<>();
		page.onRequest(request -> requests.add(request.url()));
		show(page, name);
		assertThat(complaints).isEmpty();
		assertThat(requests).allMatch(url -> url.startsWith(server.base().toString()) || url.startsWith("data:"));
	}

	static Stream<String> calmPages() {
		return Stream.of("login-none", "problem-directory_down", "password-warning", "logged-out");
	}

	@Test
	void whenColoursAreForcedThenButtonsKeepAnEdge() {
		Page page = open("login-bad_credentials", options(360).setForcedColors(ForcedColors.ACTIVE));
		shoot(page, "forced-colors");
		assertThat(page.evaluate("getComputedStyle(document.querySelector('button')).borderTopWidth")).isEqualTo("1px");
	}

	private static Browser.NewContextOptions options(int width) {
		return new Browser.NewContextOptions().setViewportSize(width, 740).setLocale("en");
	}

	private Page open(Browser.NewContextOptions options) {
		BrowserContext fresh = browser.newContext(options);
		fresh.setDefaultTimeout(15_000);
		context = fresh;
		return fresh.newPage();
	}

	private Page open(String name, Browser.NewContextOptions options) {
		Page page = open(options);
		show(page, name);
		return page;
	}

	private static void show(Page page, String name) {
		page.navigate(server.base() + "/idp/page/" + name);
	}

	private static List<String> complaints(Page page) {
		List<String> complaints = new ArrayList<>();
		page.onConsoleMessage(message -> {
			// Chromium logs each response with status 400 or above.
			if (!message.text().startsWith("Failed to load resource")) {
				complaints.add(message.text());
			}
		});
		page.onPageError(complaints::add);
		return complaints;
	}

	private static void shoot(Page page, String name) {
		String folder = System.getProperty("campanile.shots");
		if (folder != null) {
			page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(Path.of(folder, name + ".png")));
		}
	}

}
