package org.campanile.web.flow;

import java.time.InstantSource;

import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests users who type their mail address, which differs from the directory's canonical
 * name.
 */
class TypedNameTests {

	private static ForeignService service;

	@AutoClose
	private static TestIdp idp;

	private final Browser browser = new Browser();

	@BeforeAll
	static void start() {
		var home = TestIdp.newHome();
		service = ForeignService.at("typed.example.org", InstantSource.system()).registered(home);
		idp = TestIdp.start(home, "campanile.ldap.user-filter=(mail={user})",
				"campanile.authentication.failure-step=0");
	}

	@Test
	void whenForcedThenTheNameIsAskedForAsItWasTyped() {
		signIn();
		Page login = forced();
		assertThat(login.loginForm().fields()).containsEntry("j_username", "alice@example.edu");
		assertThat(browser.login(login, "alice@example.edu", "alice-demo").formWith("SAMLResponse")).isPresent();
	}

	@Test
	void whenTheAddressOfAForcedLoginIsOpenedAgainThenThePasswordIsAskedAgain() {
		signIn();
		Page login = forced();
		assertThat(browser.login(login, "alice@example.edu", "alice-demo").formWith("SAMLResponse")).isPresent();
		assertThat(browser.get(login.url().toString()).formWith("SAMLResponse")).isEmpty();
	}

	@Test
	void whenSomebodySignsInInAnotherTabThenAForcedLoginStillTakesTheNameTyped() {
		Page form = forced();
		signIn();
		assertThat(browser.login(form, "bob@example.edu", "bob-demo").formWith("SAMLResponse")).isPresent();
	}

	/** A name may pass to another person while its former owner still has a session. */
	@Test
	void whenTheNameHasGoneOverToAnotherThenAForcedLoginIsNotTheirs() {
		signIn();
		Page form = forced();
		rename("alice", "alice-was@example.edu");
		rename("bob", "alice@example.edu");
		try {
			Page page = browser.login(form, "alice@example.edu", "bob-demo");
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.document().text()).contains("another person’s account");
		}
		finally {
			rename("bob", "bob@example.edu");
			rename("alice", "alice@example.edu");
		}
		assertThat(browser.login(form, "alice@example.edu", "alice-demo").formWith("SAMLResponse")).isPresent();
	}

	private static void rename(String user, String mail) {
		idp.directory().replace("uid=" + user + ",ou=people," + EmbeddedDirectory.DEMO_BASE_DN, "mail", mail);
	}

	private void signIn() {
		Page login = browser.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url());
		assertThat(browser.login(login, "alice@example.edu", "alice-demo").formWith("SAMLResponse")).isPresent();
	}

	private Page forced() {
		return browser.open(service.redirect(idp, AuthnRequestOptions.PLAIN.withForceAuthn()).url());
	}

}
