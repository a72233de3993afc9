package org.campanile.authn.throttle;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginOrigin;
import org.campanile.seal.Sealer;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests login attempts from browsers in which the account's owner has signed in before.
 */
class KnownBrowserTests extends ThrottleFixture {

	private final Sealer sealer = SessionFixtures.sealer(1);

	private final KnownBrowser.Tokens tokens = tokens(sealer);

	private KnownBrowser.Tokens tokens(Sealer sealer) {
		return new KnownBrowser.Tokens(sealer, new SecureRandom(), clock, Duration.ofDays(90));
	}

	@Test
	void whenAccountAndNetworkAreUsedUpThenABrowserKnownToTheAccountGetsIn() {
		hammer();
		assertThat(through(origin(tokens.issue(Optional.empty(), user("alice", "alice@example.edu"))), "alice"))
			.isTrue();
		assertThat(through(origin(tokens.issue(Optional.empty(), user("alice", "alice@example.edu"))),
				"Alice@Example.edu"))
			.isTrue();
	}

	@Test
	void whenSpellingsCountTogetherThenABrowserIsKnownByTheOneUsedThere() {
		exhaust("muller");
		assertThat(throttle.begin(new LoginOrigin("192.0.2.1"), "müller", name -> "muller").refusal()).isPresent();
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("müller", "müller")));
		assertThat(throttle.begin(known, "Müller", name -> "muller").permits("müller")).isTrue();
	}

	@Test
	void whenTheTokenIsOfAnotherAccountOrKeyOrMadeUpThenItCountsAsNone() {
		hammer();
		String other = tokens(SessionFixtures.sealer(2)).issue(Optional.empty(), user("alice", "alice"));
		String valid = tokens.issue(Optional.empty(), user("alice", "alice"));
		String altered = (valid.charAt(40) == 'A' ? "B" : "A");
		for (String token : List.of("", "x", "%", "A".repeat(200), "A".repeat(100_000), other,
				valid.substring(0, 40) + altered + valid.substring(41), valid.substring(1),
				tokens.issue(Optional.empty(), user("bob", "bob")))) {
			assertThat(through(origin(token), "alice")).as(token).isFalse();
		}
		clock.advance(Duration.ofDays(90));
		hammer();
		assertThat(tokens.read(valid)).as("too old").isEmpty();
	}

	@Test
	void whenAKnownBrowserGuessesThenOnlyItsOwnTriesAreUsedUp() {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("alice", "alice")));
		int made = 0;
		while (begin(known, "alice").refusal().isEmpty()) {
			LoginThrottle.Attempt guess = begin(known, "alice");
			made += guess.refusal().isEmpty() && guess.permits("alice") ? 1 : 0;
			guess.count();
			assertThat(made).isLessThanOrEqualTo(5);
		}
		assertThat(tries("192.0.2.1", "alice")).as("strangers of the same network").isEqualTo(3);
		assertThat(through(origin(tokens.issue(Optional.empty(), user("alice", "alice"))), "alice"))
			.as("another known browser")
			.isTrue();
	}

	@Test
	void whenAKnownBrowserIsThrottledThenItsNetworkPaysAndKnownBrowsersThereGetIn() {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("alice", "alice")));
		assertThat(guesses(known, "alice", "alice", 30)).isEqualTo(5);
		assertThat(begin("192.0.2.1", "bob").refusal()).as("25 of 30").isEmpty();
		assertThat(guesses(known, "alice", "alice", 5)).isZero();
		assertThat(begin("192.0.2.1", "bob").refusal()).isPresent();
		assertThat(through(origin(tokens.issue(Optional.empty(), user("alice", "alice"))), "alice")).isTrue();
		clock.advance(Duration.ofSeconds(2));
		assertThat(begin("192.0.2.1", "bob").refusal()).isEmpty();
	}

	@Test
	void whenAKnownBrowserIsThrottledByAnotherNameOfTheAccountThenItsNetworkPays() {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("a123", "alice")));
		assertThat(guesses(known, "alice", "a123", 5)).isEqualTo(5);
		for (int i = 0; i < 30; i++) {
			LoginThrottle.Attempt guess = begin(known, "a123");
			assertThat(guess.refusal()).isEmpty();
			assertThat(guess.permits("a123")).isFalse();
			guess.forgive();
		}
		assertThat(begin("192.0.2.1", "bob").refusal()).isPresent();
	}

	@Test
	void whenAKnownBrowserGuessesForAnHourThenNoMinuteSeesMoreThanTen() {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("alice", "alice")));
		int[] tries = new int[3600];
		for (int second = 0; second < tries.length; second++) {
			for (int i = 0; i < 3; i++) {
				LoginThrottle.Attempt guess = begin(known, "alice");
				tries[second] += guess.refusal().isEmpty() && guess.permits("alice") ? 1 : 0;
				guess.count();
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(mostInAMinute(tries)).isBetween(5, 10);
	}

	@Test
	void whenAKnownBrowserGuessesInParallelThenNoMoreGetThrough() throws Exception {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("alice", "alice")));
		try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
			List<Callable<Boolean>> tries = IntStream.range(0, 100).<Callable<Boolean>>mapToObj(i -> () -> {
				LoginThrottle.Attempt attempt = begin(known, "alice");
				boolean through = attempt.refusal().isEmpty() && attempt.permits("alice");
				attempt.count();
				return through;
			}).toList();
			int through = 0;
			for (Future<Boolean> each : threads.invokeAll(tries)) {
				through += each.get() ? 1 : 0;
			}
			assertThat(through).isEqualTo(5);
		}
	}

	@Test
	void whenTwoPeopleSignInAtOneBrowserThenItIsKnownToBothAndHoldsNoName() {
		String first = tokens.issue(Optional.empty(), user("alice", "alice"));
		String second = tokens.issue(tokens.read(first), user("bob", "bob"));
		KnownBrowser browser = tokens.read(second).orElseThrow();
		assertThat(browser.counterKey("alice")).isPresent();
		assertThat(browser.counterKey("BOB")).isPresent();
		assertThat(browser.counterKey("carol")).isEmpty();
	}

	@Test
	void whenAnotherSignsInTwentyTimesThenHisCookiesTogetherGiveTheGuessesOfOne() {
		String alices = tokens.issue(Optional.empty(), user("alice", "alice"));
		int made = 0;
		for (int i = 0; i < 20; i++) {
			made += guesses(origin(tokens.issue(tokens.read(alices), user("bob", "bob" + i % 2))), "alice", "alice");
		}
		assertThat(made).isEqualTo(5);
	}

	@Test
	void whenOneHasSignedInWithTwoNamesThenBothTogetherGiveTheGuessesOfOne() {
		LoginOrigin known = origin(tokens.issue(Optional.empty(), user("a123", "alice")));
		assertThat(guesses(known, "alice", "a123") + guesses(known, "a123", "a123")).isEqualTo(5);
		LoginOrigin other = origin(tokens.issue(Optional.empty(), user("a123", "alice")));
		assertThat(guesses(other, "alice", "alice@example.edu") + guesses(other, "a123", "alice@example.edu"))
			.as("where the account has a third name")
			.isEqualTo(5);
	}

	/** A stolen copy of an old cookie must not use up the owner's attempts. */
	@Test
	void whenTheOwnerSignsInAgainThenOldCookiesNoLongerCountForHer() {
		String old = tokens.issue(Optional.empty(), user("alice", "alice"));
		clock.advance(Duration.ofMinutes(1));
		String anew = tokens.issue(tokens.read(old), user("alice", "alice"));
		assertThat(guesses(origin(old), "alice", "alice")).isEqualTo(5);
		assertThat(through(origin(old), "alice")).isFalse();
		assertThat(through(origin(anew), "alice")).isTrue();
	}

	@Test
	void whenManyPeopleSignInThenTheTokenStaysSmallAndTheOldestAreForgotten() {
		String token = "";
		for (int i = 0; i < 20; i++) {
			token = tokens.issue(tokens.read(token), user("user" + i, "user" + i + "@example.edu"));
		}
		assertThat(token.length()).isLessThan(400);
		KnownBrowser browser = tokens.read(token).orElseThrow();
		assertThat(browser.counterKey("user19")).isPresent();
		assertThat(browser.counterKey("user16@example.edu")).isPresent();
		assertThat(browser.counterKey("user15")).isEmpty();
	}

	private int guesses(LoginOrigin origin, String typed, String account) {
		return guesses(origin, typed, account, 20);
	}

	private int guesses(LoginOrigin origin, String typed, String account, int tries) {
		int made = 0;
		for (int i = 0; i < tries; i++) {
			LoginThrottle.Attempt guess = begin(origin, typed);
			made += guess.refusal().isEmpty() && guess.permits(account) ? 1 : 0;
			guess.count();
		}
		return made;
	}

	private void hammer() {
		exhaust("alice");
		for (int i = 0; i < 100; i++) {
			guess("192.0.2.1", "alice");
		}
	}

	private LoginOrigin origin(String token) {
		return new LoginOrigin("192.0.2.1", tokens.read(token));
	}

	private boolean through(LoginOrigin origin, String name) {
		LoginThrottle.Attempt attempt = begin(origin, name);
		boolean through = attempt.refusal().isEmpty() && attempt.permits("alice");
		attempt.forgive();
		return through;
	}

	private AuthenticatedUser user(String principal, String loginName) {
		return new AuthenticatedUser(principal, loginName, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
	}

}
