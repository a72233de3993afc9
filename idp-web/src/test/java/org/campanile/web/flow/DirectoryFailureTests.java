package org.campanile.web.flow;

import java.nio.file.Path;
import java.time.Instant;

import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.web.flow.FailingStores.Fault;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what users see if the directory is down. */
@Timeout(120)
class DirectoryFailureTests {

	private static final String STILL = "you are still signed in";

	private final FailingStores stores = new FailingStores();

	@Test
	void whenTheDirectoryHasGoneThenOnlyWhoHasALiveSessionIsInformedSo() {
		MutableClock clock = new MutableClock(Instant.now());
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService
			.at("one.example.org", clock, settings -> settings.withAuthnRequestsSigned(false))
			.registered(home);
		try (TestIdp idp = TestIdp.start(home, context -> stores.register(context, clock))) {
			Browser stranger = new Browser();
			Page empty = stranger.open(service.redirect(idp, AuthnRequestOptions.PLAIN).url());
			Browser alice = new Browser();
			service.signIn(idp, alice, "alice");
			Page forced = alice.open(service.redirect(idp, AuthnRequestOptions.PLAIN.withForceAuthn()).url());
			Browser ended = alice.copy();
			ended.tamper("campanile-session", "ended");
			idp.directory().close();

			assertThat(down(stranger.login(empty, "alice", "alice-demo"))).doesNotContain(STILL);
			assertThat(down(alice.login(forced, "alice", "alice-demo"))).contains(STILL);
			assertThat(down(ended.login(forced, "alice", "alice-demo"))).doesNotContain(STILL);
			stores.put(Fault.FAILS, "find");
			assertThat(down(alice.login(forced, "alice", "alice-demo"))).as("nobody knows").doesNotContain(STILL);
		}
	}

	private static String down(Page page) {
		assertThat(page.status()).isEqualTo(503);
		assertThat(page.text("code")).startsWith("DIRECTORY_UNAVAILABLE-");
		return page.text("main");
	}

}
