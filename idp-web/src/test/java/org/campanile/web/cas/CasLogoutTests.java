package org.campanile.web.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.Saml;
import org.campanile.testkit.Polling;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.web.testkit.CasApp;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.LogoutParty;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests logouts from CAS services and from others (CAS Protocol 3.0.3, section 2.3). */
@Timeout(120)
class CasLogoutTests {

	@TempDir
	private static Path folder;

	private static TestIdp idp;

	private static CasApp app;

	private static CasApp other;

	private static CasApp front;

	private static CasApp mute;

	/** A service registered by a pattern that leaves the host open. */
	private static CasApp wide;

	/** A SAML service with front-channel logout. */
	private static LogoutParty library;

	private Browser browser;

	@BeforeAll
	static void start() {
		TestAuthority authority = new TestAuthority(folder);
		authority.issueForLoopback(folder);
		Path home = TestIdp.newHome();
		app = CasApp.start("app", folder).registered(home, "name: App");
		other = CasApp.start("other", folder).registered(home, "name: Other");
		front = CasApp.start("front", folder).registered(home, "name: Front", "logout: { channel: front }");
		mute = CasApp.start("mute", folder).registered(home, "name: Mute", "logout: { channel: none }");
		wide = CasApp.start("wide", folder);
		service(home, "wide", "pattern: 'https://[^/]*/wide'");
		service(home, "second", "prefix: " + front.url() + "/second\nlogout: { channel: front }");
		library = LogoutParty.at("library.example.org", home, InstantSource.system(), Saml.BINDING_REDIRECT);
		idp = TestIdp.start(home, "campanile.outgoing.trusted-certificates=" + authority.certificate());
	}

	@AfterAll
	static void stop() {
		idp.close();
		app.close();
		other.close();
		front.close();
		mute.close();
		wide.close();
	}

	@BeforeEach
	void open() {
		browser = new Browser();
		app.loggedOut.clear();
		other.loggedOut.clear();
	}

	@Test
	void whenAServiceBeginsThenAllAreToldByTheirTicketsAndTheBrowserGoesBack() {
		String first = app.signIn(idp, browser, "alice");
		String second = app.signOn(idp, browser);
		String third = other.signOn(idp, browser);
		Page page = browser.get(idp.baseUrl() + "/cas/logout?service=" + CasApp.encoded(app.url() + "/bye"));
		assertThat(page.location()).hasToString(app.url() + "/bye");
		assertThat(app.loggedOut).containsExactlyInAnyOrder(first, second);
		assertThat(other.loggedOut).containsExactly(third);
		assertThat(browser.open(app.login(idp)).loginForm()).isNotNull();
	}

	@Test
	void whenNothingIsLeftToSayButTheServiceIsUnknownThenTheResultIsShownHere() {
		app.signIn(idp, browser, "alice");
		Page page = browser.open(idp.baseUrl() + "/cas/logout?service=https%3A%2F%2Fevil.example%2F");
		assertThat(page.text("h1")).isEqualTo("You are signed out");
		assertThat(page.body()).contains("App").doesNotContain("evil.example");
	}

	@Test
	void whenSignedOnSeveralTimesThenTheServiceIsNamedOnce() {
		app.signIn(idp, browser, "alice");
		app.signOn(idp, browser);
		mute.signOn(idp, browser);
		Page page = browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(page.texts("main li")).hasSize(2);
		assertThat(page.body()).contains("App").contains("Mute");
		assertThat(app.loggedOut).hasSize(2);
	}

	/** The address of the page in between stays in the browser's history. */
	@Test
	void whenGoneOnFromAPageTwiceThenTheServiceIsToldOfOneMoreTicket() {
		List<String> once = loggedOutAfterGoingOn(1);
		assertThat(loggedOutAfterGoingOn(2)).hasSize(once.size() + 1);
	}

	/** Returns the tickets in the logout requests, which include those issued. */
	private List<String> loggedOutAfterGoingOn(int times) {
		open();
		Form onwards = browser.login(app.login(idp), "sam", "sam-demo").formWith("flow").orElseThrow();
		List<String> tickets = new ArrayList<>();
		for (int time = 0; time < times; time++) {
			tickets.add(browser.send(onwards).location().toString().replaceAll(".*ticket=", ""));
		}
		browser.get(idp.baseUrl() + "/cas/logout?service=" + CasApp.encoded(app.url() + "/bye"));
		assertThat(app.loggedOut).containsAll(tickets);
		return List.copyOf(app.loggedOut);
	}

	@Test
	void whenAServiceIsAskedByTheBrowserThenItComesBack() throws IOException {
		String ticket = front.signIn(idp, browser, "alice");
		Page progress = browser.open(idp.baseUrl() + "/cas/logout");
		String frame = progress.document().select("iframe").attr("src");
		URI asked = URI
			.create(browser.open(URI.create(idp.baseUrl()).resolve(frame)).document().select("a").attr("href"));
		assertThat(asked.toString()).startsWith(front.url() + "?logoutRequest=");
		// Current clients read the one, older ones the other.
		for (String parameter : new String[] { "logoutRequest", "SAMLRequest" }) {
			assertThat(inflated(parameter(asked, parameter))).startsWith("<samlp:LogoutRequest ")
				.contains("<samlp:SessionIndex>" + ticket + "</samlp:SessionIndex>");
		}
		String relayState = parameter(asked, "RelayState");
		Page known = browser.open(idp.baseUrl() + "/cas/logout?_eventId=next&RelayState=" + relayState);
		assertThat(known.document().body().attr("data-state")).isEqualTo("ended");
		Page again = browser.get(idp.baseUrl() + "/cas/logout?RelayState=" + relayState);
		assertThat(again.location().toString()).endsWith("/logout/confirm");
	}

	private static String parameter(URI url, String name) {
		return URLDecoder.decode(url.getRawQuery().replaceAll("(.*&)?" + name + "=([^&]*).*", "$2"),
				StandardCharsets.UTF_8);
	}

	/** Decodes a message as CAS clients do, which expect the zlib format in base64. */
	private static String inflated(String message) throws IOException {
		byte[] deflated = Base64.getDecoder().decode(message);
		try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	@Test
	void whenTheRelayStateIsLongerThanAnyKeyOfTheStoreThenTheUserIsAsked() {
		String service = Base64.getUrlEncoder().encodeToString(new byte[OneTimeStore.MAX_KEY]);
		Page page = browser.get(idp.baseUrl() + "/cas/logout?RelayState=" + "A".repeat(32) + '.' + service);
		assertThat(page.status()).isEqualTo(303);
		assertThat(page.location().toString()).endsWith("/logout/confirm");
	}

	/** The services of a logout are one value of the store, whose size is limited. */
	@Test
	void whenServicesAreTooManyForTheStoreThenThoseThatFitAreAskedAndTheOthersHaveNotAnswered() {
		front.signIn(idp, browser, "alice");
		// A session records half of its 200 sign-ons for one service, and half of the
		// rest for the next.
		for (int i = 1; i < 150; i++) {
			String longer = CasApp.encoded(front.url() + (i < 100 ? "/first" : "/second") + '/' + "x".repeat(1900));
			assertThat(browser.get(idp.baseUrl() + "/cas/login?service=" + longer).status()).isEqualTo(303);
		}
		double before = unanswered();
		Page progress = browser.open(idp.baseUrl() + "/cas/logout");
		assertThat(progress.text("h1")).isEqualTo("Signing you out");
		int asked = progress.document().select("iframe").size();
		assertThat(asked).isBetween(100, 149);
		assertThat(unanswered() - before).isEqualTo(150 - asked);
		Page result = browser.get(progress.document().select("#continue").attr("abs:href"));
		// One line for each that can be asked again, and one for the others of a service.
		assertThat(result.texts(".state")).hasSizeBetween(asked + 1, asked + 2)
			.containsOnly("Did not respond. You may still be signed in there.");
		assertThat(unanswered() - before).isEqualTo(150);
	}

	private static double unanswered() {
		return idp.bean(MeterRegistry.class).counter("campanile.logout.services", "state", "NO_ANSWER").count();
	}

	/** With an open host, users of the service could choose one inside the network. */
	@Test
	void whenThePatternOfAServiceNamesNoHostThenNothingInsideIsCalled() {
		wide.signIn(idp, browser, "alice");
		String ticket = app.signOn(idp, browser);
		browser.get(idp.baseUrl() + "/cas/logout");
		assertThat(app.loggedOut).containsExactly(ticket);
		assertThat(wide.loggedOut).isEmpty();
	}

	private static void service(Path home, String name, String content) {
		try {
			Files.writeString(home.resolve("services").resolve(name + ".yaml"), content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void whenALogoutBeginsByCasThenItEndsSamlAndTheReverse() {
		library.signIn(idp, browser, "alice");
		String ticket = app.signOn(idp, browser);
		Page page = browser.open(idp.baseUrl() + "/cas/logout");
		assertThat(page.body()).contains("library.example.org").contains("App");
		assertThat(app.loggedOut).containsExactly(ticket);
		assertThat(browser.open(app.login(idp)).loginForm()).isNotNull();
	}

	/** For example, both have opened the login page, in two tabs. */
	@Test
	void whenAnotherUserSignsInThenTheServicesOfTheFirstAreToldAndThatIsAudited() {
		Form secondTab = browser.open(other.login(idp)).loginForm();
		String ticket = app.signIn(idp, browser, "alice");
		try (LogLines audit = LogLines.audit()) {
			Page page = browser.send(secondTab.with("j_username", "bob").with("j_password", "bob-demo"));
			assertThat(page.location().toString()).startsWith(other.url() + "?ticket=ST-");
			Polling.until(() -> app.loggedOut.equals(List.of(ticket)));
			assertThat(String.join("\n", audit.lines())).contains("event=LOGOUT code=OK user=alice services=1 ");
		}
		assertThat(other.signOn(idp, browser)).isNotEmpty();
		assertThat(other.loggedOut).isEmpty();
	}

	@Test
	void whenAPageLoadsTheLogoutUnseenThenTheUserIsAsked() {
		app.signIn(idp, browser, "alice");
		Page page = browser.copy().withHeader("Sec-Fetch-Dest", "image").get(idp.baseUrl() + "/cas/logout");
		assertThat(page.location().toString()).endsWith("/logout/confirm");
		assertThat(app.loggedOut).isEmpty();
		assertThat(Optional.of(app.signOn(idp, browser))).isPresent();
	}

}
