package org.campanile.store.resilience;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.store.InProcess;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.identifier.HeapConsentStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests which operations are repeated, and that repeats are not mistaken for something
 * else.
 */
@Timeout(60)
class GuardedStoresTests {

	private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

	private static final SessionKey KEY = new SessionKey("a".repeat(64));

	private final StoreGuards guards = new StoreGuards(new StoreSettings(Duration.ofSeconds(20)),
			new SimpleMeterRegistry());

	/** A store that executes all operations, but loses its first answer. */
	private static class Forgetful implements SessionStore {

		final AtomicInteger calls = new AtomicInteger();

		Optional<StoredSession> stored = Optional.empty();

		final AtomicBoolean well = new AtomicBoolean();

		private <T> T answer(T answer) throws StoreUnavailableException {
			if (calls.getAndIncrement() == 0 && !well.get()) {
				throw new StoreUnavailableException("the answer was lost");
			}
			return answer;
		}

		@Override
		public boolean create(StoredSession session) throws StoreUnavailableException {
			boolean free = stored.isEmpty();
			if (free) {
				stored = Optional.of(session);
			}
			return answer(free);
		}

		@Override
		public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
			return answer(stored);
		}

		@Override
		public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
			StoredSession current = stored.orElseThrow();
			if (current.version() != version) {
				return answer(new SessionUpdate.Stale(current));
			}
			stored = Optional.of(session(version + 1, state));
			return answer(new SessionUpdate.Updated(version + 1));
		}

		@Override
		public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
			return answer(true);
		}

		@Override
		public void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException {
			answer(key);
		}

		@Override
		public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
			Optional<StoredSession> ended = stored;
			stored = Optional.empty();
			return answer(ended);
		}

		@Override
		public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
				throws StoreUnavailableException {
			return answer(stored.stream().toList());
		}

		@Override
		public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
				throws StoreUnavailableException {
			return answer(stored.stream().toList());
		}

		@Override
		public long count() throws StoreUnavailableException {
			return answer(1L);
		}

	}

	/** A store in this process, which never keeps its caller waiting. */
	private static final class Near extends Forgetful implements InProcess {

		private @Nullable Thread caller;

		@Override
		public long count() throws StoreUnavailableException {
			caller = Thread.currentThread();
			return super.count();
		}

	}

	private static StoredSession session(long version, byte[] state) {
		return new StoredSession(KEY, "b".repeat(32), version, NOW, NOW.plusSeconds(60), NOW.plusSeconds(60), state,
				List.of());
	}

	@Nested
	class OfSessions {

		private final Forgetful target = new Forgetful();

		private final SessionStore store = guards.guard(target);

		@Test
		void whenTheAnswerToACreationIsLostThenTheRepeatKnowsItsOwn() throws Exception {
			assertThat(store.create(session(1, new byte[] { 1 }))).isTrue();
			assertThat(target.calls).as("create, create, find").hasValue(3);
		}

		@Test
		void whenTheKeyIsAnothersThenARepeatDoesNotTakeIt() throws Exception {
			target.stored = Optional.of(session(1, new byte[] { 9 }));
			assertThat(store.create(session(1, new byte[] { 1 }))).isFalse();
		}

		@Test
		void whenNothingFailedThenATakenKeyIsTakenEvenByTheSame() throws Exception {
			target.well.set(true);
			assertThat(store.create(session(1, new byte[] { 1 }))).isTrue();
			assertThat(store.create(session(1, new byte[] { 1 }))).isFalse();
		}

		@Test
		void whenTheAnswerToAnUpdateIsLostThenTheRepeatKnowsItsOwn() throws Exception {
			target.stored = Optional.of(session(4, new byte[] { 1 }));
			assertThat(store.update(KEY, 4, new byte[] { 2 })).isEqualTo(new SessionUpdate.Updated(5));
		}

		@Test
		void whenAnotherWasFirstThenARepeatIsStale() throws Exception {
			target.stored = Optional.of(session(5, new byte[] { 9 }));
			assertThat(store.update(KEY, 4, new byte[] { 2 })).isInstanceOf(SessionUpdate.Stale.class);
		}

		@Test
		void whenTheAnswerToAnEndIsLostThenNobodySaysThatThereWasNone() {
			target.stored = Optional.of(session(1, new byte[] { 1 }));
			assertThatThrownBy(() -> store.end(KEY)).isInstanceOf(StoreUnavailableException.class);
			assertThat(target.calls).hasValue(1);
		}

		/** Otherwise no caller would learn which services the session had. */
		@Test
		void whenTheAnswerToAnEndComesLateThenTheNextTryHasItOnce() throws Exception {
			CountDownLatch answer = new CountDownLatch(1);
			Forgetful slow = new Forgetful() {

				@Override
				public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
					if (!key.equals(KEY)) {
						return Optional.empty();
					}
					Optional<StoredSession> ended = super.end(key);
					await(answer);
					return ended;
				}

			};
			slow.well.set(true);
			slow.stored = Optional.of(session(1, new byte[] { 1 }));
			SessionStore hasty = new StoreGuards(new StoreSettings(Duration.ofSeconds(1)), new SimpleMeterRegistry())
				.guard(slow);
			assertThatThrownBy(() -> hasty.end(KEY)).hasMessageContaining("no answer within");
			assertThatThrownBy(() -> hasty.end(KEY)).hasMessageContaining("still running");
			assertThat(hasty.end(new SessionKey("c".repeat(64)))).as("another's").isEmpty();
			answer.countDown();
			Optional<StoredSession> late = endWhenDone(hasty);
			assertThat(late).map(StoredSession::key).contains(KEY);
			assertThat(hasty.end(KEY)).as("once").isEmpty();
		}

		private Optional<StoredSession> endWhenDone(SessionStore hasty) {
			while (true) {
				try {
					return hasty.end(KEY);
				}
				catch (StoreUnavailableException ex) {
					assertThat(ex).hasMessageContaining("still running");
					Thread.onSpinWait();
				}
			}
		}

		private static void await(CountDownLatch latch) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Test
		void whenReadingOrAddingFailsThenRepeated() throws Exception {
			assertThat(store.find(KEY)).isEmpty();
			target.calls.set(0);
			assertThat(store.addService(KEY, new StoredService("c", "d", new byte[1]))).isTrue();
			target.calls.set(0);
			store.touch(KEY, NOW);
			target.calls.set(0);
			assertThat(store.findByPrincipal("b", SessionKey.FIRST, 1)).isEmpty();
			target.calls.set(0);
			assertThat(store.findByIdentifier("b", SessionKey.FIRST, 1)).isEmpty();
			target.calls.set(0);
			assertThat(store.count()).isEqualTo(1);
			assertThat(target.calls).hasValue(2);
		}

		@Test
		void whenNobodyAsksThenALookDoesUntilItHasAnswered() {
			assertThat(guards.faults()).singleElement().asString().contains("sessions has not answered");
			long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
			while (!guards.faults().isEmpty()) {
				assertThat(System.nanoTime()).isLessThan(end);
				guards.probe();
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
			}
			assertThat(target.calls.get()).as("the first answer was lost").isGreaterThanOrEqualTo(2);
		}

	}

	@Test
	void whenAStoreLivesInThisProcessThenItRunsOnItsCallersThreadAndIsNotRepeated() {
		Near near = new Near();
		SessionStore store = guards.guard((SessionStore) near);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(store::count);
		assertThat(near.caller).isSameAs(Thread.currentThread());
		assertThat(near.calls).hasValue(1);
		assertThat(guards.faults()).isEmpty();
	}

	@Test
	void whenStoresHaveNotAnsweredThenEachIsNamedByWhatItIsNeededFor() {
		Map<String, StoredRecord> rows = new HashMap<>();
		guards.guard(new HeapRecordStore(() -> NOW, rows));
		guards.guardDurable(new HeapRecordStore(() -> NOW, rows));
		guards.guard(new HeapConsentStore(() -> NOW, new HashMap<>()));
		assertThat(guards.durableFaults()).hasSize(2)
			.anyMatch(fault -> fault.contains("durable-records has not answered"))
			.anyMatch(fault -> fault.contains("consents has not answered"));
		assertThat(guards.sessionFaults()).singleElement().asString().contains(" records has not answered");
		assertThat(guards.signOnFaults()).isEmpty();
		guards.guard(new HeapOneTimeStore(() -> NOW, new HashMap<>()));
		assertThat(guards.sessionFaults()).hasSize(2);
		assertThat(guards.signOnFaults()).singleElement().asString().contains("one-time-values has not answered");
		assertThat(guards.faults()).hasSize(4);
	}

	@Test
	void whenOneTimeStateFailsThenPutsAndTakesAreNeverRepeated() {
		AtomicInteger calls = new AtomicInteger();
		OneTimeStore store = guards
			.guard(new InterceptedOneTimeStore(new HeapOneTimeStore(() -> NOW, new HashMap<>()), operation -> {
				calls.incrementAndGet();
				throw new StoreUnavailableException("the answer was lost");
			}));
		assertThatThrownBy(() -> store.put("kind", "key", new byte[0], NOW))
			.isInstanceOf(StoreUnavailableException.class);
		assertThatThrownBy(() -> store.take("kind", "key")).isInstanceOf(StoreUnavailableException.class);
		assertThat(calls).hasValue(2);
		assertThatThrownBy(() -> store.find("kind", "key")).isInstanceOf(StoreUnavailableException.class);
		assertThat(calls).as("a look is repeated").hasValue(5);
		assertThatThrownBy(() -> store.setReplayKey("kind", "key", NOW)).isInstanceOf(StoreUnavailableException.class);
		assertThat(calls).as("a mark is not").hasValue(6);
		assertThatThrownBy(() -> store.claim("kind", "key", NOW)).isInstanceOf(StoreUnavailableException.class);
		assertThat(calls).as("a claim is repeated").hasValue(9);
	}

	@Test
	void whenTheAnswerToAMarkIsLostThenItsCallerIsFirstAllTheSameAndNobodyElse() throws Exception {
		AtomicBoolean losing = new AtomicBoolean(true);
		Map<String, byte[]> values = new ConcurrentHashMap<>();
		OneTimeStore store = guards.guard(new OneTimeStore() {

			@Override
			public boolean setReplayKey(String kind, String key, Instant expiresAt) {
				throw new UnsupportedOperationException();
			}

			@Override
			public boolean put(String kind, String key, byte[] value, Instant expiresAt)
					throws StoreUnavailableException {
				boolean first = values.putIfAbsent(key, value) == null;
				if (losing.getAndSet(false)) {
					throw new StoreUnavailableException("the answer was lost");
				}
				return first;
			}

			@Override
			public Optional<byte[]> take(String kind, String key) {
				return Optional.ofNullable(values.remove(key));
			}

			@Override
			public Optional<byte[]> find(String kind, String key) {
				return Optional.ofNullable(values.get(key));
			}

		});
		assertThat(store.claim("kind", "key", NOW)).isTrue();
		assertThat(store.claim("kind", "key", NOW)).isFalse();
		losing.set(true);
		assertThat(store.claim("kind", "key", NOW)).as("of another, and its own answer lost").isFalse();
	}

}
