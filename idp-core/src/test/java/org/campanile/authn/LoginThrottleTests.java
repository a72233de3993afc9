package org.campanile.authn;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.campanile.authn.ThrottleSettings.Limit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LoginThrottleTests {

	private final ManualClock clock = new ManualClock();

	private final LoginThrottle throttle = new LoginThrottle(ThrottleSettings.DEFAULTS, clock);

	@Test
	void whenGuessesGoOnForAnHourThenNoMinuteSeesMoreThanTen() {
		int[] tries = new int[3600];
		for (int second = 0; second < tries.length; second++) {
			for (int i = 0; i < 3; i++) {
				tries[second] += guess("192.0.2." + second % 200, "alice") ? 1 : 0;
			}
			clock.advance(Duration.ofSeconds(1));
		}
		int most = IntStream.range(0, tries.length - 60)
			.map(start -> IntStream.range(start, start + 60).map(second -> tries[second]).sum())
			.max()
			.orElseThrow();
		assertThat(most).isBetween(5, 10);
	}

	@Test
	void whenTheAttackStopsThenTheOwnerIsBackSoon() {
		while (guess("192.0.2.1", "alice")) {
			clock.advance(Duration.ZERO);
		}
		Duration wait = throttle.begin("192.0.2.2", "alice").refusal().orElseThrow();
		assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(12));
		clock.advance(wait);
		assertThat(throttle.begin("192.0.2.2", "alice").refusal()).isEmpty();
	}

	@Test
	void whenTriesSucceedThenNoneCounts() {
		for (int i = 0; i < 1000; i++) {
			LoginThrottle.Attempt attempt = throttle.begin("192.0.2.1", "alice");
			assertThat(attempt.refusal()).isEmpty();
			attempt.forgive();
		}
	}

	@Test
	void whenForgivenTwiceThenItIsGivenBackOnce() {
		LoginThrottle.Attempt wrong = throttle.begin("192.0.2.1", "alice");
		wrong.count();
		wrong.forgive();
		LoginThrottle.Attempt right = throttle.begin("192.0.2.1", "alice");
		right.forgive();
		right.forgive();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(4);
	}

	@Test
	void whenGuessesComeAtOnceThenNoMoreGetThroughThanInARow() throws Exception {
		assertThat(throughAtOnce(LoginThrottle.Attempt::count)).isEqualTo(5);
	}

	@Test
	void whenRightPasswordsComeAtOnceThenNobodyIsHeld() throws Exception {
		assertThat(throughAtOnce(LoginThrottle.Attempt::forgive)).isEqualTo(100);
	}

	@Test
	void whenTriesUnderWayHoldEveryTokenThenTheNextWaitsForOneToEnd() throws Exception {
		List<LoginThrottle.Attempt> underWay = IntStream.range(0, 5)
			.mapToObj(i -> throttle.begin("192.0.2.1", "alice"))
			.toList();
		assertThat(underWay).allSatisfy(attempt -> assertThat(attempt.refusal()).isEmpty());
		try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
			Future<LoginThrottle.Attempt> next = threads.submit(() -> throttle.begin("192.0.2.1", "alice"));
			underWay.getFirst().forgive();
			assertThat(next.get().refusal()).isEmpty();
			Future<LoginThrottle.Attempt> last = threads.submit(() -> throttle.begin("192.0.2.1", "alice"));
			underWay.stream().skip(1).forEach(LoginThrottle.Attempt::count);
			next.get().count();
			assertThat(last.get().refusal()).isPresent();
		}
	}

	private int throughAtOnce(Consumer<LoginThrottle.Attempt> end) throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
			List<Callable<Boolean>> tries = IntStream.range(0, 100).<Callable<Boolean>>mapToObj(i -> () -> {
				LoginThrottle.Attempt attempt = throttle.begin("192.0.2.1", "alice");
				boolean through = attempt.refusal().isEmpty();
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
			.mapToObj(i -> throttle.begin("192.0.2.1", "user" + i))
			.toList();
		sprayed.forEach(LoginThrottle.Attempt::count);
		Duration wait = throttle.begin("192.0.2.1", "bob").refusal().orElseThrow();
		assertThat(wait).isGreaterThan(Duration.ofSeconds(30));
	}

	@Test
	void whenOneAddressSpraysThenItIsHeldAndOthersAreNot() {
		int through = 0;
		for (int i = 0; i < 1000; i++) {
			through += guess("192.0.2.1", "user" + i) ? 1 : 0;
		}
		assertThat(through).isEqualTo(30);
		assertThat(throttle.begin("192.0.2.2", "user999").refusal()).isEmpty();
	}

	@Test
	void whenAddressIsIpv6ThenItsNetworkCounts() {
		int through = 0;
		for (int i = 0; i < 100; i++) {
			through += guess("2001:db8:0:1::" + Integer.toHexString(i + 1), "user" + i) ? 1 : 0;
		}
		assertThat(through).isEqualTo(30);
		assertThat(throttle.begin("2001:db8:0:2::1", "carol").refusal()).isEmpty();
	}

	@Test
	void whenUserIsHeldThenTheAddressIsNotCharged() {
		while (guess("192.0.2.1", "alice")) {
			clock.advance(Duration.ZERO);
		}
		for (int i = 0; i < 100; i++) {
			guess("192.0.2.1", "alice");
		}
		assertThat(throttle.begin("192.0.2.1", "bob").refusal()).isEmpty();
	}

	@Test
	void whenSeveralNamesLeadToOneAccountThenTheAccountCounts() {
		int through = 0;
		for (int i = 0; i < 100; i++) {
			LoginThrottle.Attempt attempt = throttle.begin("192.0.2.1", "alias" + i);
			through += attempt.refusal().isEmpty() && attempt.alsoAgainst("alice").isEmpty() ? 1 : 0;
			attempt.count();
		}
		assertThat(through).isEqualTo(5);
	}

	@Test
	void whenTheNameIsTheAccountThenItCountsOnce() {
		LoginThrottle.Attempt attempt = throttle.begin("192.0.2.1", "alice");
		assertThat(attempt.alsoAgainst("alice")).isEmpty();
		attempt.count();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(4);
	}

	@Test
	void whenTheCallerHasGivenUpThenNoFurtherGuessIsMade() {
		LoginThrottle.Attempt attempt = throttle.begin("192.0.2.1", "alias");
		attempt.forgive();
		assertThat(attempt.alsoAgainst("alice")).isPresent();
		assertThat(tries("192.0.2.1", "alice")).isEqualTo(5);
	}

	@Test
	void whenLimitWouldLockOutThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Limit(1, Duration.ofMinutes(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> new Limit(10, Duration.ZERO));
	}

	private boolean guess(String address, String username) {
		LoginThrottle.Attempt attempt = throttle.begin(address, username);
		attempt.count();
		return attempt.refusal().isEmpty();
	}

	private int tries(String address, String username) {
		int count = 0;
		while (guess(address, username)) {
			count++;
		}
		return count;
	}

}
