package org.campanile.authn.throttle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.authn.LoginOrigin;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests guesses that several nodes count in one store. */
class SharedGuessesTests extends ThrottleFixture {

	private final List<LoginThrottle> nodes = IntStream.range(0, 3)
		.mapToObj(i -> node(ThrottleSettings.DEFAULTS, store))
		.toList();

	@ParameterizedTest
	@CsvSource({ "1,true", "1,false", "7,true", "13,true" })
	void whenGuessedOnAllNodesThenNoMinuteSeesMoreThanTenAndOneForEachFurtherNode(int perSecond,
			boolean manyAddresses) {
		int[] binds = new int[1800];
		for (int second = 0; second < binds.length; second++) {
			for (int i = 0; i < perSecond; i++) {
				for (LoginThrottle node : nodes) {
					String address = manyAddresses ? "10.0." + second % 250 + '.' + i : "192.0.2.1";
					binds[second] += guess(node, address) ? 1 : 0;
				}
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(mostInAMinute(binds)).isBetween(5, 12);
	}

	@Test
	void whenGuessedInParallelOnAllNodesThenNoMoreGetThrough() throws Exception {
		try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
			List<Callable<Boolean>> tries = IntStream.range(0, 120)
				.<Callable<Boolean>>mapToObj(i -> () -> guess(nodes.get(i % 3), "10.0.0." + i))
				.toList();
			int through = 0;
			for (Future<Boolean> each : threads.invokeAll(tries)) {
				through += each.get() ? 1 : 0;
			}
			assertThat(through).isBetween(5, 12);
		}
	}

	/** The second address stands for an IPv6 site with many networks. */
	@ParameterizedTest
	@CsvSource({ "192.0.2.1", "2001:db8:0:%x::1" })
	void whenOneNetworkGuessesOnAllNodesThenTheOwnerElsewhereGetsInOnEach(String address) {
		for (int second = 0; second < 600; second++) {
			for (LoginThrottle node : nodes) {
				guess(node, address.formatted(second));
				LoginThrottle.Attempt owner = node.begin(new LoginOrigin("192.0.2.2"), "alice");
				assertThat(owner.refusal()).isEmpty();
				assertThat(owner.permits("alice")).as("second " + second).isTrue();
				owner.forgive();
			}
			clock.advance(Duration.ofSeconds(1));
		}
	}

	@Test
	void whenOneNetworkSpraysOnAllNodesThenItsTriesAreCountedTogether() {
		int[] tries = new int[600];
		for (int second = 0; second < tries.length; second++) {
			for (int i = 0; i < 9; i++) {
				LoginThrottle.Attempt attempt = nodes.get(i % 3)
					.begin(new LoginOrigin("192.0.2.1"), "user" + second + '-' + i);
				tries[second] += attempt.refusal().isEmpty() ? 1 : 0;
				attempt.count();
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(mostInAMinute(tries)).as("sixty, and ten for each node").isBetween(50, 90);
	}

	@Test
	void whenATryIsWrongThenOnlyFurtherTriesAtThatNameAskTheStore() {
		assertThat(guess(nodes.getFirst(), "192.0.2.1")).isTrue();
		assertThat(store.operations()).as("one slot of the network's share, one of the account").hasSize(2);
		store.forget();
		LoginThrottle.Attempt right = nodes.getFirst().begin(new LoginOrigin("192.0.2.1"), "alice");
		assertThat(right.permits("alice")).isTrue();
		right.forgive();
		assertThat(store.operations()).hasSize(4);
		store.forget();
		for (LoginThrottle node : nodes) {
			LoginThrottle.Attempt bob = node.begin(new LoginOrigin("192.0.2.1"), "bob");
			assertThat(bob.permits("bob")).isTrue();
			bob.forgive();
		}
		assertThat(store.operations()).isEmpty();
		clock.advance(Duration.ofSeconds(66));
		LoginThrottle.Attempt later = nodes.getFirst().begin(new LoginOrigin("192.0.2.1"), "alice");
		assertThat(later.permits("alice")).isTrue();
		later.forgive();
		assertThat(store.operations()).as("a minute later").isEmpty();
	}

	@Test
	void whenOneNetworkGuessesThenTheStoreIsNotFlooded() {
		for (int second = 0; second < 60; second++) {
			for (int i = 0; i < 100; i++) {
				guess(nodes.getFirst(), "192.0.2.1");
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(store.operations()).hasSizeLessThan(200);
	}

	@Test
	void whenTheStoreFailsThenEachNodesOwnCountsHold() {
		LoginThrottle alone = node(ThrottleSettings.DEFAULTS, new InterceptedOneTimeStore(store, operation -> {
			throw new StoreUnavailableException("down");
		}));
		int[] tries = new int[600];
		for (int second = 0; second < tries.length; second++) {
			for (int i = 0; i < 3; i++) {
				LoginThrottle.Attempt attempt = alone.begin(new LoginOrigin("192.0.2." + second % 200), "alice");
				tries[second] += attempt.refusal().isEmpty() && attempt.permits("alice") ? 1 : 0;
				attempt.count();
			}
			clock.advance(Duration.ofSeconds(1));
		}
		assertThat(mostInAMinute(tries)).isBetween(5, 10);
		assertThat(registry.get("campanile.authentication.throttle.store.failures").counter().count()).isPositive();
	}

	/** Waiting for the store counts towards the deadline of the directory. */
	@Test
	void whenTheStoreDoesNotAnswerThenAWholeTryAsksItOnce() {
		Strain strain = new Strain();
		LoginThrottle node = node(ThrottleSettings.DEFAULTS, new InterceptedOneTimeStore(store, strain));
		guess(node, "192.0.2.1");
		strain.down = true;
		strain.puts = 0;
		LoginThrottle.Attempt right = node.begin(new LoginOrigin("192.0.2.1"), "alice");
		assertThat(right.permits("alice")).isTrue();
		assertThat(strain.puts).isOne();
		right.forgive();
	}

	@Test
	void whenTheStoreDoesNotAnswerAfterAWrongGuessThenItIsAskedOnce() {
		Strain strain = new Strain();
		strain.down = true;
		guess(node(ThrottleSettings.DEFAULTS, new InterceptedOneTimeStore(store, strain)), "192.0.2.1");
		assertThat(strain.puts).isOne();
	}

	@Test
	void whenTheStoreIsSlowThenAWholeTryDoesNotAddUpItsCalls() {
		Strain strain = new Strain();
		LoginThrottle node = node(ThrottleSettings.DEFAULTS, new InterceptedOneTimeStore(store, strain));
		guess(node, "192.0.2.1");
		// Takes the account's first slot, so that the node must request a second one.
		guess(nodes.getFirst(), "192.0.2.2");
		strain.delay = Duration.ofMillis(600);
		strain.puts = 0;
		LoginThrottle.Attempt right = node.begin(new LoginOrigin("192.0.2.1"), "alice");
		assertThat(right.permits("alice")).isTrue();
		assertThat(strain.puts).as("the network's slot, and one of the account").isEqualTo(2);
		right.forgive();
	}

	private boolean guess(LoginThrottle node, String address) {
		LoginThrottle.Attempt attempt = node.begin(new LoginOrigin(address), "alice");
		boolean through = attempt.refusal().isEmpty() && attempt.permits("alice");
		attempt.count();
		return through;
	}

	/** Other users may share the same address. */
	@Test
	void whenTheStoreIsSlowToCountANetworkThenOthersThereDoNotWaitForIt() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answer = new CountDownLatch(1);
		LoginThrottle slow = node(ThrottleSettings.DEFAULTS, new InterceptedOneTimeStore(store, operation -> {
			asked.countDown();
			try {
				answer.await();
			}
			catch (InterruptedException ex) {
				throw new StoreUnavailableException("interrupted");
			}
		}));
		for (int i = 0; i < 10; i++) {
			slow.begin(new LoginOrigin("192.0.2.1"), "user" + i).count();
		}
		try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
			Future<LoginThrottle.Attempt> first = threads.submit(() -> slow.begin(new LoginOrigin("192.0.2.1"), "bob"));
			asked.await();
			Future<LoginThrottle.Attempt> second = threads.submit(() -> {
				LoginThrottle.Attempt attempt = slow.begin(new LoginOrigin("192.0.2.1"), "carol");
				attempt.count();
				return attempt;
			});
			try {
				assertThat(second.get(30, TimeUnit.SECONDS).refusal()).isEmpty();
				assertThat(first).isNotDone();
			}
			finally {
				answer.countDown();
			}
			assertThat(first.get().refusal()).isEmpty();
		}
	}

	/** Simulates a slow or unavailable store. */
	private final class Strain implements InterceptedOneTimeStore.Interceptor {

		private Duration delay = Duration.ZERO;

		private boolean down;

		private int puts;

		@Override
		public void before(InterceptedOneTimeStore.Operation operation) throws StoreUnavailableException {
			if (operation != InterceptedOneTimeStore.Operation.PUT) {
				return;
			}
			puts++;
			clock.advance(delay);
			if (down) {
				throw new StoreUnavailableException("no answer within 1000 ms");
			}
		}

	}

}
