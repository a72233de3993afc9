package org.campanile.web.servers;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitUntilState;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.campanile.testkit.servers.Chromium;
import org.campanile.testkit.servers.PageCheck;
import org.campanile.testkit.servers.Stopping;
import org.campanile.web.servers.SlowServices.Manner;
import org.campanile.testkit.browser.Browser;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a logout in Chromium, with services that answer, hang, fail, refuse, or forbid
 * framing; with and without JavaScript. Screenshots are saved in
 * {@code target/logout-pictures}.
 */
class LogoutServersIT {

	private static final String NO_ANSWER = "Did not respond. You may still be signed in there.";

	private static final String REFUSED = "Did not sign you out. You may still be signed in there.";

	private static SlowServices services;

	private static TestIdp idp;

	private static Chromium chromium;

	private static PageCheck pages;

	@BeforeAll
	static void start() throws Exception {
		chromium = Chromium.start();
		pages = new PageCheck(Files.createDirectories(Path.of("target", "logout-pictures")));
		Path home = TestIdp.newHome();
		services = new SlowServices(home.resolve("metadata"));
		idp = TestIdp.start(home, "campanile.logout.front-channel-timeout=3s");
		services.trust(new Browser().get(idp.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
	}

	@AfterAll
	static void stop() {
		Stopping.all(chromium, services, idp);
	}

	@Test
	void whenScriptsAreOnThenEveryStateIsShownAsItComesAndThePageGoesOnByItself() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			List<String> complaints = new ArrayList<>();
			page.onConsoleMessage(message -> complaints.add(message.text()));
			signIn(page, Manner.values());
			logout(page);
			assertThat(page.locator("h1").textContent()).isEqualTo("Signing you out");
			page.locator(".live .state.ended >> nth=1").waitFor();
			assertThat(page.locator("iframe").first().isVisible()).isFalse();
			page.waitForURL("**/logout/done?id=*");
			assertThat(states(page)).isEqualTo(expected("Signed out"));
			assertThat(page.locator(".notice").textContent()).contains("close all browser windows");
			assertThat(complaints)
				.noneMatch(text -> text.contains("Content Security Policy") && text.contains("violates"));
			pages.check(page, "result");
			Map<String, String> before = states(page);
			String result = page.url();
			page.reload();
			assertThat(states(page)).isEqualTo(before);
			page.goBack(new Page.GoBackOptions().setWaitUntil(WaitUntilState.COMMIT));
			page.navigate(result);
			assertThat(states(page)).isEqualTo(before);
		}
	}

	@Test
	void whenScriptsAreOffThenAHangingServiceHoldsNothingUpAndFramesTellTheStates() {
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			signIn(page, Manner.PROMPT, Manner.HANGING, Manner.FAILING, Manner.REFUSING, Manner.UNFRAMED);
			logout(page);
			assertThat(page.locator("h1").textContent()).isEqualTo("Signing you out");
			page.frameLocator("iframe >> nth=0").getByText("Signed out").waitFor();
			assertThat(page.locator("iframe").first().isVisible()).isTrue();
			page.waitForURL("**/logout/done?id=*");
			Map<String, String> expected = expected("Signed out");
			expected.remove(Manner.POSTED.title());
			assertThat(states(page)).isEqualTo(expected);
		}
	}

	@Test
	void whenScriptsAreOffThenAServiceThatTakesPostsIsAskedByAButton() {
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			signIn(page, Manner.POSTED);
			logout(page);
			page.frameLocator("iframe").locator("button").click();
			page.frameLocator("iframe").getByText("Signed out").waitFor();
			pages.picture(page, "asked-by-button");
			page.click("#continue");
			assertThat(states(page)).containsExactly(Map.entry(Manner.POSTED.title(), "Signed out"));
		}
	}

	@Test
	void whenAServiceGaveNoAnswerInAFrameThenItIsAskedInTheWholeWindow() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			signIn(page, Manner.PROMPT, Manner.POSTED);
			// No service can be reached from within a frame.
			page.route("**/slo*", route -> {
				if (route.request().frame().parentFrame() != null) {
					route.abort();
				}
				else {
					route.resume();
				}
			});
			logout(page);
			page.waitForURL("**/logout/done?id=*");
			assertThat(states(page).values()).containsExactly(NO_ANSWER, NO_ANSWER);
			page.getByText("Sign out of " + Manner.PROMPT.title()).click();
			page.waitForURL("**/logout/done?id=*");
			assertThat(states(page).values()).containsExactly("Signed out", NO_ANSWER);
			page.getByText("Sign out of " + Manner.POSTED.title()).click();
			page.waitForURL("**/logout/done?id=*");
			assertThat(states(page).values()).containsExactly("Signed out", "Signed out");
			assertThat(page.locator(".notice").count()).isZero();
			pages.check(page, "result-complete");
		}
	}

	@Test
	void whenServicesAreBeingAskedThenThePageIsAccessible() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			signIn(page, Manner.PROMPT, Manner.HANGING, Manner.REFUSING);
			// Stops the timers of the page, but not of its frames, so that it can be
			// inspected.
			page.addInitScript("if (window === top) { const go = setTimeout; "
					+ "window.setTimeout = (call, time) => time >= 600 ? 0 : go(call, time); }");
			logout(page);
			page.locator(".live .state.refused").waitFor();
			assertThat(page.locator(".asked").getAttribute("aria-live")).isEqualTo("polite");
			pages.check(page, "progress");
		}
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			signIn(page, Manner.PROMPT, Manner.POSTED);
			logout(page);
			page.frameLocator("iframe >> nth=0").getByText("Signed out").waitFor();
			pages.picture(page, "progress-without-script");
		}
	}

	/**
	 * The address 127.0.0.1 belongs to another site than localhost, where the server is.
	 */
	@Test
	void whenAnotherSiteLeadsHereThenThePersonIsAskedAndOnlyTheButtonSignsOut() throws Exception {
		String logout = idp.baseUrl() + "/profile/Logout";
		String hostile = "<!DOCTYPE html><link rel=prefetch href='%1$s'><img src='%1$s' alt=''><iframe src='%1$s'></iframe>"
				+ "<a href='%1$s'>link</a><form method=post action='%1$s'><button>post</button></form>";
		HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
		elsewhere.createContext("/", exchange -> {
			byte[] body = hostile.formatted(logout).getBytes(StandardCharsets.UTF_8);
			exchange.getResponseHeaders().set("Content-Type", "text/html");
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		elsewhere.start();
		String url = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/";
		try (BrowserContext person = chromium.person(false)) {
			Page page = person.newPage();
			signIn(page, Manner.PROMPT);
			for (String way : List.of("a", "button")) {
				page.navigate(url, new Page.NavigateOptions().setWaitUntil(WaitUntilState.NETWORKIDLE));
				page.click(way);
				page.waitForURL("**/logout/confirm");
				assertThat(page.locator("h1").textContent()).isEqualTo("Do you want to sign out?");
			}
			page.reload();
			pages.picture(page, "question-without-script");
			page.click("main button");
			page.waitForURL("**/logout/done?id=*");
			assertThat(states(page)).as("the session had lasted until then").containsOnlyKeys(Manner.PROMPT.title());
		}
		finally {
			elsewhere.stop(0);
		}
	}

	@Test
	void whenThePersonIsAskedThenThePageIsAccessible() {
		try (BrowserContext person = chromium.person()) {
			Page page = person.newPage();
			page.navigate(idp.baseUrl() + "/logout/confirm");
			pages.check(page, "question");
		}
	}

	/** Does not wait until the page is loaded, which a hanging frame would prevent. */
	private static void logout(Page page) {
		page.navigate(idp.baseUrl() + "/profile/Logout",
				new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
	}

	private static Map<String, String> expected(String ended) {
		Map<String, String> expected = new LinkedHashMap<>();
		for (Manner manner : Manner.values()) {
			expected.put(manner.title(), switch (manner) {
				case PROMPT, POSTED -> ended;
				case REFUSING -> REFUSED;
				default -> NO_ANSWER;
			});
		}
		return expected;
	}

	private static Map<String, String> states(Page page) {
		Map<String, String> states = new LinkedHashMap<>();
		// The URL changes before the page's lines are there; the footer is the last of
		// them.
		page.locator("footer").waitFor();
		for (Locator line : page.locator(".asked li").all()) {
			states.put(line.locator(".name").textContent(), line.locator(".state").textContent());
		}
		return states;
	}

	private static void signIn(Page page, Manner... manners) {
		boolean first = true;
		for (Manner manner : manners) {
			page.navigate(services.signIn(manner));
			if (first) {
				page.fill("#username", "alice");
				page.fill("#password", "alice-demo");
				page.click("button[type=submit]");
				first = false;
			}
			if (page.locator("input[name=SAMLResponse]").count() > 0) {
				// Without JavaScript, the button must be clicked; otherwise the form
				// submits itself.
				try {
					page.locator("button[type=submit]").click(new Locator.ClickOptions().setTimeout(1_000));
				}
				catch (com.microsoft.playwright.PlaywrightException gone) {
					// The form has already submitted itself.
				}
			}
			page.waitForURL(services.url(manner, "/acs"));
		}
	}

}
