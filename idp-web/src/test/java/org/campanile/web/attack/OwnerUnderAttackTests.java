package org.campanile.web.attack;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.campanile.testkit.MutableClock;
import java.nio.file.Path;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Cookie;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.TestIdp;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Attackers guess an account's password for a long time while its owner wants to sign in.
 * The server has its default limits, and is behind a proxy that reports client addresses.
 */
class OwnerUnderAttackTests {

	private static final String KNOWN = "campanile-known";

	private static final String ATTACKER = "203.0.113.1";

	private static final String ELSEWHERE = "198.51.100.1";

	private final MutableClock clock = new MutableClock(Instant.now());

	@AutoClose
	private TestIdp idp;

	private ForeignService service;

	@BeforeEach
	void start() {
		Path home = TestIdp.newHome();
		service = ForeignService.at("sp.example.org", clock).registered(home);
		idp = TestIdp.start(home, TestIdp.clock(clock), "campanile.authentication.failure-step=0",
				"campanile.http.trusted-proxies=127.0.0.1", "campanile.session.shared-computer-choice=true");
	}

	/**
	 * In each round of half a second, each of the four threads guesses once, so that they
	 * compete with the owner for every attempt that the limit permits.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "another address", "a known browser at the same address" })
	@Timeout(300)
	void whenFourThreadsGuessThenTheOwnerGetsInWithinThreeTries(String owner) throws Exception {
		Cookie known = signedIn("alice", "alice").cookie(KNOWN).orElseThrow();
		AtomicBoolean ended = new AtomicBoolean();
		AtomicInteger throttled = new AtomicInteger();
		Phaser rounds = new Phaser(4) {
			@Override
			protected boolean onAdvance(int phase, int registeredParties) {
				clock.advance(Duration.ofMillis(500));
				return super.onAdvance(phase, registeredParties);
			}
		};
		try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
			List<Future<Void>> attack = new ArrayList<>();
			try {
				for (int i = 0; i < 4; i++) {
					attack.add(threads.submit((Callable<Void>) () -> {
						try {
							Browser attacker = from(ATTACKER);
							Page page = loginPage(attacker);
							while (!ended.get()) {
								page = attacker.login(page, "alice", "wrong");
								throttled.addAndGet(page.status() == 429 ? 1 : 0);
								rounds.arriveAndAwaitAdvance();
							}
							return null;
						}
						finally {
							rounds.arriveAndDeregister();
						}
					}));
				}
				for (int i = 0; i < 10; i++) {
					// 11 seconds: not a multiple of the 12 seconds after which one more
					// attempt is permitted.
					await(rounds, 22);
					Browser browser = owner.startsWith("another") ? from(ELSEWHERE) : from(ATTACKER);
					if (!owner.startsWith("another")) {
						browser.put(known);
					}
					assertThat(triesUntilIn(browser)).as("login " + i).isLessThanOrEqualTo(3);
				}
			}
			finally {
				ended.set(true);
			}
			for (Future<Void> each : attack) {
				each.get();
			}
		}
		assertThat(throttled).hasValueGreaterThan(500);
	}

	private static void await(Phaser rounds, int count) {
		for (int i = 0; i < count; i++) {
			rounds.awaitAdvance(rounds.getPhase());
		}
	}

	@Test
	void whenSomebodyGuessesOnceASecondThenTheOwnerGetsInAtOnce() {
		Cookie known = signedIn("alice", "alice").cookie(KNOWN).orElseThrow();
		Browser attacker = from(ATTACKER);
		Page page = loginPage(attacker);
		int throttled = 0;
		for (int second = 0; second < 120; second++) {
			page = attacker.login(page, "alice", "wrong");
			throttled += page.status() == 429 ? 1 : 0;
			if (second % 10 == 9) {
				assertThat(triesUntilIn(from(ELSEWHERE))).as("second " + second).isOne();
				Browser browser = from(ATTACKER);
				browser.put(known);
				assertThat(triesUntilIn(browser)).as("second " + second).isOne();
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(throttled).isGreaterThan(100);
	}

	@Test
	void whenABrowserIsKnownToAnotherAccountOrNotSealedHereThenItIsAStranger() {
		Cookie bobs = signedIn("bob", "bob").cookie(KNOWN).orElseThrow();
		Cookie alices = signedIn("alice", "alice").cookie(KNOWN).orElseThrow();
		Page page = loginPage(from(ATTACKER));
		for (int i = 0; i < 40; i++) {
			Browser attacker = from(ATTACKER);
			page = attacker.login(loginPage(attacker), "alice", "wrong");
		}
		assertThat(page.status()).isEqualTo(429);
		for (String value : List.of(bobs.value(), "", "x", "%00", "A".repeat(200), "A".repeat(4000),
				alices.value().substring(1), alices.value() + "AAAA")) {
			Browser browser = from(ATTACKER);
			browser.put(new Cookie(KNOWN, value, bobs.host(), bobs.path(), bobs.attributes()));
			assertThat(browser.login(loginPage(browser), "alice", "alice-demo").status()).as(value).isEqualTo(429);
		}
	}

	@Test
	void whenAStolenCookieIsGuessedWithThenItIsThrottledToo() {
		Browser thief = from(ATTACKER);
		thief.put(signedIn("alice", "alice").cookie(KNOWN).orElseThrow());
		Page page = loginPage(thief);
		int guesses = 0;
		for (int i = 0; i < 20; i++) {
			page = thief.login(page, "alice", "wrong");
			guesses += page.status() == 200 ? 1 : 0;
		}
		assertThat(guesses).isEqualTo(5);
		assertThat(triesUntilIn(from(ATTACKER))).as("strangers at that address").isOne();
	}

	@Test
	void whenThePasswordIsWrongOrTheComputerSharedThenNoCookie() {
		Browser browser = from(ELSEWHERE);
		Page wrong = browser.login(loginPage(browser), "alice", "wrong");
		assertThat(browser.cookie(KNOWN)).isEmpty();
		Page page = browser.submit(wrong.loginForm()
			.with("j_username", "alice")
			.with("j_password", "alice-demo")
			.with("shared_computer", "on"));
		assertThat(page.formWith("SAMLResponse")).isPresent();
		assertThat(browser.cookie(KNOWN)).isEmpty();
	}

	@Test
	void whenSignedInAgainThenTheCookieIsAnotherAndSaysNothing() {
		Cookie first = signedIn("alice", "alice").cookie(KNOWN).orElseThrow();
		Cookie second = signedIn("alice", "alice").cookie(KNOWN).orElseThrow();
		assertThat(second.value()).isNotEqualTo(first.value()).hasSameSizeAs(first.value()).doesNotContain("alice");
		assertThat(first.attributes()).containsEntry("max-age", String.valueOf(Duration.ofDays(90).toSeconds()));
		assertThat(first.httpOnly()).isTrue();
		assertThat(first.sameSite()).isEqualTo("lax");
	}

	private Browser signedIn(String username, String person) {
		Browser browser = from(ELSEWHERE);
		Page page = browser.login(loginPage(browser), username, person + "-demo");
		assertThat(page.formWith("SAMLResponse")).as(page.toString()).isPresent();
		return browser;
	}

	private int triesUntilIn(Browser browser) {
		for (int i = 1; i <= 30; i++) {
			if (browser.login(loginPage(browser), "alice", "alice-demo").formWith("SAMLResponse").isPresent()) {
				return i;
			}
		}
		return Integer.MAX_VALUE;
	}

	private static Browser from(String address) {
		return new Browser().withHeader("X-Forwarded-For", address);
	}

	private Page loginPage(Browser browser) {
		return browser.open(idp.baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId=" + service.entityId());
	}

}
