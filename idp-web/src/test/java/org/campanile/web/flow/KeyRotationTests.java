package org.campanile.web.flow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.SealingKey;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the rotation of a sealing key while users are signed in or signing in. */
class KeyRotationTests {

	private static final AuthnRequestOptions PLAIN = AuthnRequestOptions.PLAIN;

	private final MutableClock clock = new MutableClock(Instant.now());

	private final Browser early = new Browser();

	private final Browser waiting = new Browser();

	private final Browser late = new Browser();

	@Test
	void whenAKeyIsExchangedThenNobodyNoticesUntilTheOldOneGoes() throws IOException {
		Path home = TestIdp.newHome();
		ForeignService service = ForeignService
			.at("plain.example.org", clock, options -> options.withAuthnRequestsSigned(false))
			.registered(home);
		try (TestIdp idp = TestIdp.start(home, context -> CountingBeans.register(context, clock))) {
			LiveKeyRing ring = idp.bean(LiveKeyRing.class);
			String first = ring.current().newest().name();
			service.signIn(idp, early, "alice");
			assertThat(keyName(early)).isEqualTo(first);
			RedirectRequest begun = service.redirect(idp, PLAIN);
			Page login = waiting.open(begun.url());

			String second = dropIn(home.resolve("credentials/sealing-0002.key"));
			ring.poll();
			clock.advance(Duration.ofMinutes(1));
			ring.poll();
			assertThat(ring.current().newest().name()).isEqualTo(second);

			assertSignedOn(idp, service, early, "alice");
			Page page = waiting.login(login, "bob", "bob-demo");
			assertThat(service.read(idp, page, begun.id()).success().values("uid")).containsExactly("bob");
			assertThat(keyName(waiting)).isEqualTo(second);
			service.signIn(idp, late, "carol");
			assertThat(keyName(late)).isEqualTo(second);

			Files.delete(home.resolve("credentials/sealing-0001.key"));
			ring.poll();
			assertThat(early.open(service.redirect(idp, PLAIN).url()).loginForm()).isNotNull();
			assertSignedOn(idp, service, late, "carol");
			service.signIn(idp, early, "alice");
			assertThat(keyName(early)).isEqualTo(second);
		}
	}

	private static String dropIn(Path file) throws IOException {
		byte[] bytes = new byte[SealingKey.LENGTH];
		new SecureRandom().nextBytes(bytes);
		Files.writeString(file, Base64.getEncoder().encodeToString(bytes));
		return new SealingKey(bytes).name();
	}

	private static String keyName(Browser browser) {
		return browser.cookie("campanile-session").map(Cookie::value).orElseThrow().substring(0, 8);
	}

	private static void assertSignedOn(TestIdp idp, ForeignService service, Browser browser, String person) {
		RedirectRequest request = service.redirect(idp, PLAIN);
		assertThat(service.read(idp, browser.get(request.url()), request.id()).success().values("uid"))
			.containsExactly(person);
	}

}
