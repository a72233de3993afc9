package org.campanile.fake;

import java.net.URI;
import java.nio.file.Path;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.fake.factor.FakeFactor;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Handle;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * A protocol must need nothing beyond its own classes: users sign on by it with the same
 * password, login page and session as by SAML, and are logged out of its services.
 */
@Timeout(120)
class FakeProtocolSignOnTests {

	private static final String SERVICE = "https://fake.example.org/app";

	private static final String OTHER = "https://fake.example.org/other";

	private static final FakeProtocol protocol = new FakeProtocol();

	@AutoClose
	private static TestIdp idp;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), protocol::register);
	}

	@BeforeEach
	void forget() {
		protocol.loggedOut.clear();
		protocol.storeDown = false;
	}

	@Test
	void whenSignedInThenTheServiceIsInformedWhoAndNothingUnasked() {
		assertThat(signIn(new Browser(), url(SERVICE, "&state=a%26b")))
			.isEqualTo(SERVICE + "?user=alice&mail=alice%40example.edu&new=true&state=a%26b");
	}

	@Test
	void whenSignedInBeforeThenNoPasswordIsAsked() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE, ""));
		assertThat(browser.get(url(OTHER, "")).location().toString()).startsWith(OTHER + "?user=alice&")
			.doesNotContain("new=true");
	}

	@Test
	void whenItsTicketCannotBeStoredThenAPage() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE, ""));
		protocol.storeDown = true;
		Page page = browser.open(url(OTHER, ""));
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.text("code")).startsWith("REPLAY_CHECK_UNAVAILABLE-");
		protocol.storeDown = false;
		assertThat(browser.get(url(OTHER, "")).location().toString()).startsWith(OTHER + "?user=alice&");
	}

	@Test
	void whenAskedQuietlyThenRefusedInItsOwnWords() {
		assertThat(new Browser().get(url(SERVICE, "&passive=true")).location().toString())
			.startsWith(SERVICE + "?refused=NO_PASSIVE&");
	}

	@Test
	void whenForcedThenThePasswordIsAskedAgain() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE, ""));
		assertThat(browser.open(url(OTHER, "&force=true")).loginForm()).isNotNull();
	}

	@Test
	void whenAClassIsAskedForThatNothingHereReachesThenRefused() {
		assertThat(new Browser().get(url(SERVICE, "&class=urn:stronger")).location().toString())
			.startsWith(SERVICE + "?refused=NO_AUTHN_CONTEXT&");
	}

	@Test
	void whenTheServiceCannotBeInformedOfARefusalThenAPage() {
		Page page = new Browser().open(url(SERVICE + "/uninformed", "&class=urn:stronger"));
		assertThat(page.status()).isEqualTo(400);
		assertThat(page.text("code")).startsWith("NO_AUTHN_CONTEXT-");
	}

	@Test
	void whenTheServiceIsUnknownThenAPage() {
		assertThat(new Browser().get(url("https://evil.example.org/", "")).status()).isEqualTo(400);
	}

	@Test
	void whenLoggedOutThenTheServiceIsAsked() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE, ""));
		browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(protocol.loggedOut).extracting(ServiceSession::service, ServiceSession::handle)
			.containsExactly(tuple(SERVICE, new Handle("ticket of alice", "ticket")));
		assertThat(browser.open(url(SERVICE, "")).loginForm()).isNotNull();
	}

	/**
	 * The browser carries the logout request to the service, and its answer back, after
	 * which the session of the service counts as ended.
	 */
	@Test
	void whenAServiceIsAskedByTheBrowserThenItsAnswerIsShown() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE + "/browser", ""));
		Page progress = browser.open(idp.baseUrl() + "/profile/Logout");
		String frame = progress.document().select("iframe").attr("src");
		URI asked = URI
			.create(browser.open(URI.create(idp.baseUrl()).resolve(frame)).document().select("a").attr("href"));
		assertThat(asked.toString()).startsWith(SERVICE + "/browser?request=").endsWith("&ticket=ticket+of+alice");
		String request = asked.getQuery().replaceAll("request=([^&]*)&.*", "$1");
		Page known = browser
			.open(idp.baseUrl() + FakeProtocol.LOGGED_OUT + "?service=" + SERVICE + "/browser&request=" + request);
		assertThat(known.document().body().attr("data-state")).isEqualTo("ended");
	}

	@Test
	void whenAServiceBeginsALogoutThenItIsAnsweredAndTheOtherIsAsked() {
		Browser browser = new Browser();
		signIn(browser, url(SERVICE, ""));
		browser.get(url(OTHER, ""));
		Page answer = browser
			.get(idp.baseUrl() + FakeProtocol.LOGOUT + "?service=" + SERVICE + "&ticket=ticket+of+alice");
		assertThat(answer.location().toString()).isEqualTo(SERVICE + "/bye?logout=SUCCESS");
		assertThat(protocol.loggedOut).extracting(ServiceSession::service).containsExactly(OTHER);
		assertThat(browser.open(url(SERVICE, "")).loginForm()).isNotNull();
	}

	/**
	 * The request, including the protocol's own data, travels through the browser under a
	 * seal, so that another node can complete the login, or the same node after a
	 * restart.
	 */
	@Test
	void whenAServerIsGivenAFormThatAnotherShowedThenTheLoginGoesOn() {
		Path home = TestIdp.newHome();
		Browser browser = new Browser();
		try (TestIdp one = TestIdp.start(home, new FakeProtocol()::register);
				TestIdp other = TestIdp.start(home, new FakeProtocol()::register)) {
			Form form = browser.open(one.baseUrl() + FakeProtocol.PATH + "?service=" + SERVICE + "&state=kept")
				.loginForm();
			assertThat(answer(browser.send(form.to(URI.create(other.baseUrl() + "/login"))
				.with("j_username", "alice")
				.with("j_password", "alice-demo"))))
				.isEqualTo(SERVICE + "?user=alice&mail=alice%40example.edu&new=true&state=kept");
		}
	}

	@Test
	void whenASecondFactorIsAskedForThenOnlyThatIsProvenAndTheSessionIsReplaced() {
		try (TestIdp stronger = TestIdp.start(TestIdp.newHome(), context -> {
			new FakeProtocol().register(context);
			new FakeFactor().register(context);
		})) {
			String url = stronger.baseUrl() + FakeProtocol.PATH + "?service=" + SERVICE;
			Browser browser = new Browser();
			signIn(browser, url);
			String before = browser.cookie("campanile-session").orElseThrow().value();
			Page number = browser.open(url + "&class=https://refeds.org/profile/mfa");
			String next = String.valueOf(Integer.parseInt(number.text("label").replaceAll("\\D", "")) + 1);
			Page page = browser.send(number.formWith("number").orElseThrow().with("number", next));
			assertThat(answer(page)).startsWith(SERVICE + "?user=alice&");
			assertThat(browser.cookie("campanile-session").orElseThrow().value()).isNotEqualTo(before);
			assertThat(browser.get(url + "&class=https://refeds.org/profile/mfa").location().toString())
				.startsWith(SERVICE + "?user=alice&");
		}
	}

	/** Signs in, and returns the address to which the browser is redirected. */
	private static String signIn(Browser browser, String url) {
		Form form = browser.open(url).loginForm();
		return answer(browser.send(form.with("j_username", "alice").with("j_password", "alice-demo")));
	}

	/** Returns the redirect target of the answer to a form. */
	private static String answer(Page page) {
		assertThat(page.status()).isEqualTo(303);
		return page.location().toString();
	}

	private static String url(String service, String more) {
		return idp.baseUrl() + FakeProtocol.PATH + "?service=" + service + more;
	}

}
