package org.campanile.web.attack;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests password guessing with the default limits: ten attempts a minute, five of them at
 * once. Separate from {@link LoginAttackTests}, since a starting server resets the log
 * that those tests watch.
 */
class PasswordGuessingTests {

	@Test
	void whenGuessedOftenThenThrottled() throws Exception {
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService.at("sp.example.org", InstantSource.system()).registered(home);
		try (TestIdp idp = TestIdp.start(home, "campanile.authentication.failure-step=0",
				"campanile.http.trusted-proxies=127.0.0.1")) {
			List<Callable<Page>> guesses = new ArrayList<>();
			for (int i = 0; i < 30; i++) {
				Browser browser = new Browser().withHeader("X-Forwarded-For", "203.0.113." + i);
				Page login = browser
					.open(idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId());
				guesses.add(() -> browser.login(login, "alice", "wrong"));
			}
			MeterRegistry meters = idp.bean(MeterRegistry.class);
			int throttled = 0;
			try (LogLines audit = LogLines.audit(); ExecutorService threads = Executors.newFixedThreadPool(30)) {
				for (Future<Page> guess : threads.invokeAll(guesses)) {
					if (guess.get().status() == 429) {
						throttled++;
						assertThat(guess.get().header("retry-after")).matches("[0-9]+");
						assertThat(guess.get().loginForm().fields()).containsEntry("j_username", "alice");
					}
				}
				assertThat(audit.lines()).hasSize(30);
				// The forwarded address comes from a trusted proxy, and is therefore
				// believed.
				assertThat(String.join("\n", audit.lines())).contains("address=203.0.113.29 ", "code=THROTTLED-");
			}
			assertThat(meters.get("campanile.directory.bind").timer().count()).isLessThanOrEqualTo(10);
			assertThat(throttled).isGreaterThanOrEqualTo(20);
		}
	}

	/** No password is checked, so nothing slows the client down. */
	@Test
	void whenOneFormIsSentOverAndOverWithoutAPasswordThenTheAuditLogIsNotFlooded() {
		Path home = TestIdp.newHome();
		MutableClock clock = new MutableClock(Instant.now());
		ForeignService service = ForeignService.at("sp.example.org", clock).registered(home);
		try (TestIdp idp = TestIdp.start(home, TestIdp.clock(clock)); LogLines audit = LogLines.audit()) {
			Browser browser = new Browser();
			Page login = browser
				.open(idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId());
			for (int i = 0; i < 200; i++) {
				browser.login(login, "user" + i, "");
			}
			assertThat(audit.lines()).as("thirty tries, and five throttled users").hasSizeBetween(30, 50);
		}
	}

}
