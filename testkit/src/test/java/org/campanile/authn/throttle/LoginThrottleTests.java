package org.campanile.authn.throttle;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.throttle.ThrottleSettings.Limit;
import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LoginThrottleTests extends ThrottleFixture {

	@Test
	void whenGuessesGoOnForAnHourThenNoMinuteSeesMoreThanTen() {
		int[] tries = new int[3600];
		for (int second = 0; second < tries.length; second++) {
			for (int i = 0; i < 3; i++) {
				tries[second] += guess("192.0.2." + second % 200, "alice") ? 1 : 0;
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(mostInAMinute(tries)).isBetween(5, 10);
	}

	@Test
	void whenTheAttackStopsThenTheOwnerIsBackSoon() {
		exhaust("alice");
		Duration wait = throttle.begin(new LoginOrigin("192.0.2.200"), "alice").refusal().orElseThrow();
		assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(12));
		clock.advance(wait);
		assertThat(throttle.begin(new LoginOrigin("192.0.2.200"), "alice").refusal()).isEmpty();
	}

	@Test
	void whenTheClockIsSetBackThenTheOwnerIsBackAsSoon() {
		exhaust("alice");
		clock.advance(Duration.ofHours(-1));
		assertThat(begin("192.0.2.200", "alice").refusal()).isPresent();
		clock.advance(Duration.ofSeconds(12));
		assertThat(begin("192.0.2.200", "alice").refusal()).isEmpty();
	}

	@Test
	void whenTriesSucceedThenNoneCounts() {
		for (int i = 0; i < 1000; i++) {
			LoginThrottle.Attempt attempt = begin("192.0.2.1", "alice");
			assertThat(attempt.refusal()).isEmpty();
			assertThat(attempt.permits("alice")).isTrue();
			attempt.forgive();
		}
		assertThat(store.operations()).as("a login without a wrong try asks no store").isEmpty();
	}

	@Test
	void whenForgivenTwiceThenItIsGivenBackOnce() {
		LoginThrottle.Attempt wrong = begin("192.0.2.1", "alice");
		wrong.count();
		wrong.forgive();
		LoginThrottle.Attempt right = begin("192.0.2.1", "alice");
		right.forgive();
		right.forgive();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(2);
	}

	@Test
	void whenGuessesComeAtOnceThenNoMoreGetThroughThanInARow() throws Exception {
		assertThat(throughAtOnce("192.0.2.1", LoginThrottle.Attempt::count)).isEqualTo(3);
	}

	@Test
	void whenGuessesComeAtOnceFromManyNetworksThenNoMoreGetThroughThanInARow() throws Exception {
		assertThat(throughAtOnce("192.0.2.", LoginThrottle.Attempt::count)).isEqualTo(5);
	}

	@Test
	void whenRightPasswordsComeAtOnceThenNobodyIsHeld() throws Exception {
		assertThat(throughAtOnce("192.0.2.1", LoginThrottle.Attempt::forgive)).isEqualTo(100);
	}

	@Test
	void whenTriesUnderWayHoldEveryTokenThenTheNextWaitsForOneToEnd() throws Exception {
		List<LoginThrottle.Attempt> underWay = IntStream.range(0, 3)
			.mapToObj(i -> begin("192.0.2.1", "alice"))
			.toList();
		assertThat(underWay).allSatisfy(attempt -> assertThat(attempt.refusal()).isEmpty());
		try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
			Future<LoginThrottle.Attempt> next = threads.submit(() -> begin("192.0.2.1", "alice"));
			underWay.getFirst().forgive();
			assertThat(next.get().refusal()).isEmpty();
			Future<LoginThrottle.Attempt> last = threads.submit(() -> begin("192.0.2.1", "alice"));
			underWay.stream().skip(1).forEach(LoginThrottle.Attempt::count);
			next.get().count();
			assertThat(last.get().refusal()).isPresent();
		}
	}

	/**
	 * @param address the address of all attempts; if it ends in a dot, each attempt
	 * completes it
	 */
	private int throughAtOnce(String address, Consumer<LoginThrottle.Attempt> end) throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
			List<Callable<Boolean>> tries = IntStream.range(0, 100).<Callable<Boolean>>mapToObj(i -> () -> {
				LoginThrottle.Attempt attempt = begin(address.endsWith(".") ? address + i : address, "alice");
				boolean through = attempt.refusal().isEmpty() && attempt.permits("alice");
				end.accept(attempt);
				return through;
			}).toList();
			int through = 0;
			for (Future<Boolean> each : threads.invokeAll(tries)) {
				through += each.get() ? 1 : 0;
			}
			return through;
		}
	}

	@Test
	void whenParallelGuessesOverdrawAnAddressThenItIsOwed() {
		List<LoginThrottle.Attempt> sprayed = IntStream.range(0, 60)
			.mapToObj(i -> begin("192.0.2.1", "user" + i))
			.toList();
		sprayed.forEach(LoginThrottle.Attempt::count);
		Duration wait = begin("192.0.2.1", "bob").refusal().orElseThrow();
		assertThat(wait).isGreaterThan(Duration.ofSeconds(30));
	}

	@Test
	void whenOneAddressSpraysThenItIsHeldAndOthersAreNot() {
		int through = 0;
		for (int i = 0; i < 1000; i++) {
			through += guess("192.0.2.1", "user" + i) ? 1 : 0;
		}
		assertThat(through).isEqualTo(30);
		assertThat(begin("192.0.2.2", "user999").refusal()).isEmpty();
	}

	@Test
	void whenAddressIsIpv6ThenItsNetworkCounts() {
		int through = 0;
		for (int i = 0; i < 100; i++) {
			through += guess("2001:db8:0:1::" + Integer.toHexString(i + 1), "user" + i) ? 1 : 0;
		}
		assertThat(through).isEqualTo(30);
		assertThat(begin("2001:db8:0:2::1", "carol").refusal()).isEmpty();
	}

	@Test
	void whenThrottledTriesGoOnThenTheirNetworkPaysAndIsFreeSoonAfter() {
		for (int i = 0; i < 10_000; i++) {
			guess("192.0.2.1", "alice");
		}
		Duration wait = begin("192.0.2.1", "bob").refusal().orElseThrow();
		assertThat(wait).isLessThanOrEqualTo(Duration.ofSeconds(2));
		assertThat(begin("192.0.2.2", "bob").refusal()).isEmpty();
		clock.advance(Duration.ofSeconds(4));
		assertThat(begin("192.0.2.1", "bob").refusal()).isEmpty();
	}

	/** Guesses from one address, fast or slow, must never lock out the owner. */
	@ParameterizedTest
	@CsvSource({ "1", "100", "1000" })
	void whenOneNetworkGuessesForAnHourThenTheOwnerElsewhereGetsInAtOnce(long millis) {
		for (int i = 0; i < Duration.ofHours(1).toMillis() / millis / 10; i++) {
			guess("192.0.2.1", "alice");
			if (i % 50 == 0) {
				LoginThrottle.Attempt owner = begin("192.0.2.2", "alice");
				assertThat(owner.refusal()).isEmpty();
				assertThat(owner.permits("alice")).isTrue();
				owner.forgive();
			}
			clock.advance(Duration.ofMillis(millis));
		}
	}

	/** One customer may have many networks, each of which is limited by itself. */
	@ParameterizedTest
	@CsvSource({ "100", "1000" })
	void whenManyNetworksOfOneIpv6SiteGuessThenTheOwnerElsewhereGetsInAtOnce(long millis) {
		for (int i = 0; i < 2000; i++) {
			guess("2001:db8:0:" + Integer.toHexString(i % 500) + "::1", "alice");
			for (String elsewhere : List.of("2001:db8:1::1", "192.0.2.2")) {
				LoginThrottle.Attempt owner = begin(elsewhere, "alice");
				assertThat(owner.refusal()).as("guess " + i).isEmpty();
				assertThat(owner.permits("alice")).isTrue();
				owner.forgive();
			}
			clock.advance(Duration.ofMillis(millis));
		}
	}

	@Test
	void whenOneIpv6NetworkGuessesThenTheOwnerInAnotherOfThatSiteGetsInWithinAMinute() {
		for (int second = 0; second < 1800; second++) {
			guess("2001:db8:0:1::1", "alice");
			if (second >= 60) {
				LoginThrottle.Attempt owner = begin("2001:db8:0:2::1", "alice");
				assertThat(owner.refusal()).as("second " + second).isEmpty();
				assertThat(owner.permits("alice")).isTrue();
				owner.forgive();
			}
			clock.advance(Duration.ofSeconds(1));
		}
	}

	@ParameterizedTest
	@CsvSource({ "ALICE,alice", "Straße,STRASSE", "ΣΊΣΥΦΟΣ,σίσυφος", "ａｌｉｃｅ,ALICE", "'a  b','A b'", "ﬁn,FIN" })
	void whenTwoNamesCompareEqualThenTheyAreCountedTogether(String one, String other) {
		assertThat(tries("192.0.2.1", one)).isEqualTo(3);
		assertThat(guess("192.0.2.1", other)).isFalse();
	}

	@Test
	void whenSeveralNamesLeadToOneAccountThenTheAccountCounts() {
		int through = 0;
		for (int i = 0; i < 100; i++) {
			LoginThrottle.Attempt attempt = begin("192.0.2." + i, "alias" + i);
			assertThat(attempt.refusal()).isEmpty();
			through += attempt.permits("alice") ? 1 : 0;
			attempt.count();
		}
		assertThat(through).isEqualTo(5);
		assertThat(begin("192.0.2.100", "alice").refusal()).as("nobody has typed that name").isEmpty();
	}

	@Test
	void whenTheAccountIsAskedTwiceThenItCountsOnce() {
		LoginThrottle.Attempt attempt = begin("192.0.2.1", "alice");
		assertThat(attempt.permits("alice")).isTrue();
		assertThat(attempt.permits("Alice")).isTrue();
		attempt.count();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(2);
	}

	/** Otherwise a cached entry that has moved would give one more guess. */
	@Test
	void whenTheAccountIsAskedTwiceAfterARefusalThenItIsRefusedTwice() {
		exhaust("alice");
		LoginThrottle.Attempt attempt = begin("192.0.2.1", "alias");
		assertThat(attempt.refusal()).isEmpty();
		assertThat(attempt.permits("alice")).isFalse();
		assertThat(attempt.permits("Alice")).isFalse();
	}

	@Test
	void whenTheCallerHasGivenUpThenNoFurtherGuessIsMade() {
		LoginThrottle.Attempt attempt = begin("192.0.2.1", "alias");
		attempt.forgive();
		assertThat(attempt.permits("alice")).isFalse();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(3);
	}

	/**
	 * Returns a throttle that tracks 1000 entries of each kind, after as many wrong
	 * guesses at alice as it permits.
	 */
	private LoginThrottle smallAndGuessedAt() {
		LoginThrottle small = node(new ThrottleSettings(new Limit(10, Duration.ofMinutes(1)),
				new Limit(60, Duration.ofMinutes(1)), ThrottleSettings.FACTOR, 1000), store);
		for (int i = 0; i < 5; i++) {
			LoginThrottle.Attempt guess = small.begin(new LoginOrigin("192.0.2." + i), "alice");
			assertThat(guess.permits("alice")).isTrue();
			guess.count();
		}
		return small;
	}

	@Test
	void whenManyNamesAreMadeUpThenTheCountsThatMatterStay() {
		LoginThrottle small = smallAndGuessedAt();
		for (int i = 0; i < 20_000; i++) {
			small.begin(new LoginOrigin("10.1." + i / 250 + '.' + i % 250), "made-up-" + i).count();
		}
		LoginThrottle.Attempt guess = small.begin(new LoginOrigin("192.0.2.99"), "alice");
		assertThat(guess.refusal().isPresent() || !guess.permits("alice")).isTrue();
	}

	/**
	 * Each login name is used only once, so that only the counts of accounts stop
	 * guesses.
	 */
	@Test
	void whenManyNetworksGuessAtManyAccountsThenTheCountsOfAnAccountStay() {
		LoginThrottle small = smallAndGuessedAt();
		for (int i = 0; i < 20_000; i++) {
			LoginThrottle.Attempt guess = small.begin(new LoginOrigin("10.1." + i / 250 + '.' + i % 250), "alias" + i);
			guess.permits("user" + i % 500);
			guess.count();
		}
		assertThat(small.begin(new LoginOrigin("192.0.2.99"), "alias").permits("alice")).isFalse();
	}

	/** A login with the password alone is enough to make its browser a known one. */
	@Test
	void whenThePasswordIsKnownThenGuessesAtAFurtherFactorAreBoundedAllTheSame() {
		KnownBrowser.Tokens tokens = new KnownBrowser.Tokens(SessionFixtures.sealer(1), new SecureRandom(), clock,
				Duration.ofDays(90));
		int guesses = 0;
		for (int login = 0; login < 50; login++) {
			String cookie = tokens.issue(Optional.empty(), SessionFixtures.user("alice", clock.instant()));
			LoginOrigin origin = new LoginOrigin("192.0.2.1", tokens.read(cookie));
			LoginThrottle.Attempt attempt = throttle.begin(origin, new FactorKind("totp"), "alice");
			if (attempt.refusal().isEmpty()) {
				guesses++;
				attempt.count();
			}
		}
		assertThat(guesses).isBetween(1, 10);
	}

	/** Each node first counts by itself, and consults the others through the store. */
	@Test
	void whenGuessesAtAFurtherFactorComeFromManyAddressesToManyNodesThenTheyAreBoundedTogether() {
		OneTimeStore shared = new HeapOneTimeStore(clock, new HashMap<>());
		int guesses = 0;
		for (int node = 0; node < 10; node++) {
			LoginThrottle each = new LoginThrottle(ThrottleSettings.DEFAULTS, clock, shared, new SimpleMeterRegistry());
			for (int i = 0; i < 10; i++) {
				LoginThrottle.Attempt attempt = each.begin(new LoginOrigin("192.0.2." + (10 * node + i)),
						new FactorKind("totp"), "alice");
				if (attempt.refusal().isEmpty()) {
					guesses++;
					attempt.count();
				}
			}
		}
		// Ten independent nodes would permit fifty guesses; each node may permit one
		// before it consults the store.
		assertThat(guesses).isBetween(5, 14);
	}

	@Test
	void whenGuessesAtAFurtherFactorComeFromManyAddressesThenTheyAreBoundedTogether() {
		int guesses = 0;
		for (int i = 0; i < 50; i++) {
			LoginThrottle.Attempt attempt = throttle.begin(new LoginOrigin("192.0.2." + i), new FactorKind("totp"),
					"alice");
			if (attempt.refusal().isEmpty()) {
				guesses++;
				attempt.count();
			}
		}
		assertThat(guesses).isEqualTo(5);
	}

	@Test
	void whenLimitWouldLockOutThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Limit(1, Duration.ofMinutes(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> new Limit(10, Duration.ZERO));
	}

}
