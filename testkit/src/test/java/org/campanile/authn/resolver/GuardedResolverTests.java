package org.campanile.authn.resolver;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.attribute.SourceValues;
import org.campanile.authn.Verdict;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;
import org.campanile.authn.resolver.UserResolver.ResolverUnavailableException;
import org.campanile.guard.Guards;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A realm that does not answer must not keep users waiting, and its cache must notice
 * changes.
 */
@Timeout(60)
class GuardedResolverTests {

	private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

	private final MutableClock clock = new MutableClock(NOW);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final FakeUsers users = new FakeUsers();

	private final GuardedResolver guarded = new GuardedResolver(users, Duration.ofMillis(100), 1, clock, meters);

	@AfterEach
	void end() {
		users.silence.countDown();
		guarded.close();
	}

	/** A resolver that knows every user, unless it hangs or is down. */
	private static final class FakeUsers implements UserResolver {

		private final AtomicInteger asked = new AtomicInteger();

		private final AtomicInteger probed = new AtomicInteger();

		private final CountDownLatch silence = new CountDownLatch(1);

		private volatile boolean silent;

		private volatile boolean down;

		private volatile boolean closed;

		@Override
		public String id() {
			return "fake";
		}

		@Override
		public Optional<ResolvedUser> find(String loginName) throws ResolverUnavailableException {
			asked.incrementAndGet();
			if (down) {
				throw new ResolverUnavailableException("down");
			}
			if (silent) {
				try {
					silence.await();
				}
				catch (InterruptedException ex) {
					throw new ResolverUnavailableException("interrupted", ex);
				}
			}
			return Optional.of(user(loginName, "here", "1"));
		}

		@Override
		public Optional<Verdict.Reason> check(ResolvedUser user, String password) {
			return password.equals("right") ? Optional.empty() : Optional.of(Verdict.Reason.BAD_CREDENTIALS);
		}

		@Override
		public void checkDecoy(String password) {
			asked.incrementAndGet();
		}

		@Override
		public Optional<String> fault() {
			probed.incrementAndGet();
			if (silent) {
				try {
					silence.await();
				}
				catch (InterruptedException ex) {
					return Optional.of("interrupted");
				}
			}
			return down ? Optional.of("down") : Optional.empty();
		}

		@Override
		public void close() {
			closed = true;
		}

	}

	private static ResolvedUser user(String principal, String location, String revision) {
		return new ResolvedUser(principal, location, revision, SourceValues.ofTexts(Map.of()));
	}

	@Test
	void whenItAnswersThenSoDoesTheGuard() throws Exception {
		assertThat(guarded.find("ann")).map(ResolvedUser::principal).contains("ann");
		assertThat(guarded.check(user("ann", "here", "1"), "right")).isEmpty();
		assertThat(guarded.check(user("ann", "here", "1"), "wrong")).contains(Verdict.Reason.BAD_CREDENTIALS);
		assertThat(meters.get("campanile.resolver").tags("realm", "fake", "operation", "check").timer().count())
			.isEqualTo(2);
	}

	@Test
	void whenItIsSilentThenTheCallerDoesNotWaitForIt() {
		users.silent = true;
		assertThatExceptionOfType(ResolverUnavailableException.class).isThrownBy(() -> guarded.find("ann"))
			.withMessageContaining("no answer within 100 ms");
	}

	@Test
	void whenItIsSilentThenAProbeEndsInTime() {
		users.silent = true;
		assertThat(guarded.fault()).contains("realm fake: no answer within 100 ms");
	}

	@Test
	void whenItKeepsFailingThenItIsNotAskedForAWhile() throws Exception {
		users.down = true;
		for (int i = 0; i < 10; i++) {
			assertThatExceptionOfType(ResolverUnavailableException.class).isThrownBy(() -> guarded.find("ann"));
		}
		assertThat(users.asked.get()).isLessThan(10);
		users.down = false;
		assertThatExceptionOfType(ResolverUnavailableException.class).isThrownBy(() -> guarded.find("ann"))
			.withMessageContaining("not asked");
		clock.advance(Guards.PAUSE.plusMillis(1));
		assertThat(guarded.find("ann")).isPresent();
	}

	@Test
	void whenACallIsCancelledBeforeItBeginsThenItsPermitIsGivenBack() {
		AtomicInteger givenBack = new AtomicInteger();
		List<Runnable> waiting = new ArrayList<>();
		Future<Optional<ResolvedUser>> answer = Guards.submit(waiting::add, givenBack::incrementAndGet,
				() -> users.find("ann"));
		answer.cancel(true);
		waiting.forEach(Runnable::run);
		assertThat(users.asked).hasValue(0);
		assertThat(givenBack).hasValue(1);
	}

	@Test
	void whenManyProbeAtOnceThenItAnswersOneAndAllGetThat() throws Exception {
		users.silent = true;
		List<FutureTask<Optional<String>>> probes = new ArrayList<>();
		List<Thread> threads = new ArrayList<>();
		GuardedResolver patient = new GuardedResolver(users, Duration.ofMinutes(1), 1, clock, meters);
		for (int i = 0; i < 8; i++) {
			FutureTask<Optional<String>> probe = new FutureTask<>(patient::fault);
			probes.add(probe);
			threads.add(Thread.ofVirtual().start(probe));
		}
		EnumSet<Thread.State> waiting = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING,
				Thread.State.TERMINATED);
		Polling
			.until(() -> users.probed.get() > 0 && threads.stream().map(Thread::getState).allMatch(waiting::contains));
		assertThat(users.probed).hasValue(1);
		users.silence.countDown();
		for (FutureTask<Optional<String>> probe : probes) {
			assertThat(probe.get()).isEmpty();
		}
	}

	@Test
	void whenClosedThenSoIsTheResolver() {
		guarded.close();
		assertThat(users.closed).isTrue();
		assertThatExceptionOfType(ResolverUnavailableException.class).isThrownBy(() -> guarded.find("ann"));
	}

	@Test
	void whenAUserHasChangedThenDroppedUnderEveryName() {
		UserCache cache = UserCache.of("fake", Set.of("mail"), 10, Duration.ofMinutes(5), clock, meters);
		cache.remember("ann", Optional.of(user("ann", "uid=ann", "1")));
		cache.remember("ann@example.edu", Optional.of(user("ann", "uid=ann", "1")));
		cache.remember("bob", Optional.of(user("bob", "uid=bob", "1")));
		cache.remember("ann", Optional.of(user("ann", "uid=ann", "1")));
		assertThat(cache.find("ann@example.edu")).as("nothing has changed").isPresent();
		cache.remember("ann", Optional.of(user("ann", "uid=ann", "2")));
		assertThat(cache.find("ann")).map(ResolvedUser::revision).contains("2");
		assertThat(cache.find("ann@example.edu")).isEmpty();
		assertThat(cache.find("bob")).isPresent();
	}

	@Test
	void whenAUserIsGoneOrOldThenNotCached() {
		UserCache cache = UserCache.of("fake", Set.of("mail"), 10, Duration.ofMinutes(5), clock, meters);
		cache.remember("ann", Optional.of(user("ann", "uid=ann", "1")));
		cache.remember("ann", Optional.empty());
		cache.remember("nobody", Optional.empty());
		assertThat(cache.size()).isZero();
		cache.remember("ann", Optional.of(user("ann", "uid=ann", "1")));
		clock.advance(Duration.ofMinutes(5));
		assertThat(cache.find("ann")).isEmpty();
	}

	/**
	 * An entry may contain photographs; ten thousand such entries would fill the memory.
	 */
	@Test
	void whenCachedThenWithTheAttributesThatAreAskedForAlone() {
		UserCache cache = UserCache.of("fake", Set.of("mail"), 10, Duration.ofMinutes(5), clock, meters);
		cache.remember("ann", Optional.of(new ResolvedUser("ann", "uid=ann", "1",
				SourceValues.ofTexts(Map.of("mail", List.of("ann@example.edu"), "jpegPhoto", List.of("large"))))));
		assertThat(cache.find("ann")).hasValueSatisfying(ann -> {
			assertThat(ann.values().texts("mail")).containsExactly("ann@example.edu");
			assertThat(ann.values().texts("jpegPhoto")).isEmpty();
		});
	}

	@Test
	void whenOffThenNothingIsKept() {
		UserCache.OFF.remember("ann", Optional.of(user("ann", "uid=ann", "1")));
		assertThat(UserCache.OFF.find("ann")).isEmpty();
		assertThat(UserCache.OFF.isOn()).isFalse();
	}

}
