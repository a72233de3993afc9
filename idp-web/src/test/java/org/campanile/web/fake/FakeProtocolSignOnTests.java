package org.campanile.web.fake;

import java.nio.file.Path;

import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Handle;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A protocol is added by its own classes alone: users sign on by it with the same
 * password, page and session as by SAML, and are logged out of its services.
 */
@Timeout(120)
class FakeProtocolSignOnTests {

	private static final String SERVICE = "https://fake.example.org/app";

	private static final String OTHER = "https://fake.example.org/other";

	private static final FakeProtocol protocol = new FakeProtocol();

	private static TestIdp idp;

	@BeforeAll
	static void start() {
		idp = TestIdp.start(TestIdp.newHome(), protocol::register);
	}

	@AfterAll
	static void stop() {
		idp.close();
	}

	@BeforeEach
	void forget() {
		protocol.loggedOut.clear();
	}

	@Test
	void whenSignedInThenTheServiceIsToldWhoAndNothingUnasked() {
		Page answer = new Browser().login(url(SERVICE, "&state=a%26b"), "alice", "alice-demo");
		assertThat(answer.status()).isEqualTo(303);
		assertThat(answer.location().toString())
			.isEqualTo(SERVICE + "?user=alice&mail=alice%40example.edu&state=a%26b");
	}

	@Test
	void whenSignedInBeforeThenNoPasswordIsAsked() {
		Browser browser = new Browser();
		browser.login(url(SERVICE, ""), "alice", "alice-demo");
		assertThat(browser.get(url(OTHER, "")).location().toString()).startsWith(OTHER + "?user=alice&");
	}

	@Test
	void whenAskedQuietlyThenRefusedInItsOwnWords() {
		assertThat(new Browser().get(url(SERVICE, "&passive=1")).location().toString())
			.startsWith(SERVICE + "?refused=NO_PASSIVE&");
	}

	@Test
	void whenForcedThenThePasswordIsAskedAgain() {
		Browser browser = new Browser();
		browser.login(url(SERVICE, ""), "alice", "alice-demo");
		assertThat(browser.open(url(OTHER, "&force=1")).loginForm()).isNotNull();
	}

	@Test
	void whenAClassIsAskedForThatNothingHereReachesThenRefused() {
		assertThat(new Browser().get(url(SERVICE, "&class=urn:stronger")).location().toString())
			.startsWith(SERVICE + "?refused=NO_AUTHN_CONTEXT&");
	}

	@Test
	void whenTheServiceIsUnknownThenAPage() {
		assertThat(new Browser().get(url("https://evil.example.org/", "")).status()).isEqualTo(400);
	}

	@Test
	void whenLoggedOutThenTheServiceIsAsked() {
		Browser browser = new Browser();
		browser.login(url(SERVICE, ""), "alice", "alice-demo");
		browser.open(idp.baseUrl() + "/profile/Logout");
		assertThat(protocol.loggedOut).extracting(ServiceSession::service, ServiceSession::handle)
			.containsExactly(org.assertj.core.groups.Tuple.tuple(SERVICE, new Handle("ticket of alice", "ticket")));
		assertThat(browser.open(url(SERVICE, "")).loginForm()).isNotNull();
	}

	/**
	 * The request travels sealed through the browser, with what is the protocol's own.
	 */
	@Test
	void whenTheServerIsStartedAnewWhileTheFormIsShownThenTheLoginGoesOn() {
		Path home = TestIdp.newHome();
		Browser browser = new Browser();
		Form form;
		try (TestIdp before = TestIdp.start(home, new FakeProtocol()::register)) {
			form = browser.open(before.baseUrl() + FakeProtocol.PATH + "?service=" + SERVICE + "&state=kept")
				.loginForm();
		}
		try (TestIdp after = TestIdp.start(home, new FakeProtocol()::register)) {
			Page answer = browser.send(Form.post(after.baseUrl() + "/login", form.fields())
				.with("j_username", "alice")
				.with("j_password", "alice-demo"));
			assertThat(answer.location().toString())
				.isEqualTo(SERVICE + "?user=alice&mail=alice%40example.edu&state=kept");
		}
	}

	private static String url(String service, String more) {
		return idp.baseUrl() + FakeProtocol.PATH + "?service=" + service + more;
	}

}
