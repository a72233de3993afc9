package org.campanile.session.contract;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What every {@link SessionStore} must do. A backend's test class says how a store is
 * opened and the backend emptied, and inherits the rest.
 */
public abstract class SessionStoreContract {

	/** Any moment; stores keep times to the millisecond at least. */
	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final Duration IDLE = Duration.ofMinutes(30);

	private static final Duration LIFETIME = Duration.ofHours(10);

	private static final Duration INSTANT = Duration.ofMillis(1);

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/** Two nodes' stores on one backend; for a backend of one node, twice the same. */
	private SessionStore here;

	private SessionStore there;

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time. One that is {@link AutoCloseable} is closed
	 * after the test.
	 */
	protected abstract SessionStore open(InstantSource clock) throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	/** Makes touches visible, where a backend delays them. */
	protected void settle(SessionStore store) throws Exception {
	}

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open(clock);
		there = open(clock);
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (SessionStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	@Nested
	class Create {

		@Test
		void whenCreatedThenReadByteForByteOnEveryNode() throws Exception {
			byte[] state = new byte[256];
			for (int i = 0; i < state.length; i++) {
				state[i] = (byte) i;
			}
			StoredSession session = session("a", state, service("one"), service("two"));
			assertThat(here.create(session)).isTrue();
			assertSame(here.find(session.key()), session);
			assertSame(there.find(session.key()), session);
		}

		@Test
		void whenNotThereThenEmpty() throws Exception {
			here.create(session("a"));
			assertThat(here.find(key("b"))).isEmpty();
		}

		@Test
		void whenKeyIsLiveThenRefusedAndTheStoredOneIntact() throws Exception {
			StoredSession session = session("a", bytes("first"), service("one"));
			here.create(session);
			assertThat(here.create(session("a", bytes("second"), service("two")))).isFalse();
			assertThat(there.create(session("a", bytes("third"), service("three")))).isFalse();
			assertThat(here.create(session)).as("the very same again").isFalse();
			assertSame(here.find(session.key()), session);
		}

		@Test
		void whenManyCreateTheSameKeyAtOnceThenOneDoesAndItsSessionIsThere() throws Exception {
			for (int round = 0; round < 20; round++) {
				String name = "a" + round;
				List<Boolean> created = Race.run(16,
						number -> node(number).create(session(name, bytes("by " + number))));
				assertThat(created).containsOnlyOnce(true);
				assertThat(text(here.find(key(name)))).isEqualTo("by " + created.indexOf(true));
			}
		}

		@Test
		void whenTheOldOneIsIdleButNotPurgedThenReplacedWhole() throws Exception {
			here.create(session("a", bytes("old"), service("one")));
			clock.advance(IDLE);
			StoredSession successor = session("a", bytes("new"), service("two"));
			assertThat(there.create(successor)).isTrue();
			assertSame(here.find(successor.key()), successor);
		}

		@Test
		void whenTheOldOneIsPastItsAbsoluteEndButNotPurgedThenReplacedWhole() throws Exception {
			here.create(until("a", START.plus(LIFETIME)));
			clock.advance(LIFETIME);
			StoredSession successor = session("a", bytes("new"));
			assertThat(there.create(successor)).isTrue();
			assertSame(here.find(successor.key()), successor);
		}

		@Test
		void whenCreatedAlreadyExpiredThenNeverSeen() throws Exception {
			here.create(new StoredSession(key("a"), hash("person"), START.minus(LIFETIME), START.minus(INSTANT),
					START.minus(INSTANT), bytes("late"), List.of()));
			assertThat(here.find(key("a"))).isEmpty();
			assertThat(there.addService(key("a"), service("one"))).isFalse();
		}

		@Test
		void whenStateIsAsLargeAsAllowedThenStored() throws Exception {
			byte[] largest = new byte[SessionStore.MAX_STATE];
			Arrays.fill(largest, (byte) 0xa5);
			StoredSession session = session("a", largest, new StoredService(hash("one"), largest));
			assertThat(here.create(session)).isTrue();
			assertThat(here.addService(session.key(), new StoredService(hash("two"), largest))).isTrue();
			StoredSession found = there.find(session.key()).orElseThrow();
			assertThat(found.state()).isEqualTo(largest);
			assertThat(found.services()).hasSize(2).allSatisfy(it -> assertThat(it.state()).isEqualTo(largest));
		}

		@Test
		void whenAnyStateIsLargerThenNothingIsStored() throws Exception {
			byte[] tooLarge = new byte[SessionStore.MAX_STATE + 1];
			StoredService large = new StoredService(hash("large"), tooLarge);
			assertThatIllegalArgumentException().isThrownBy(() -> here.create(session("a", tooLarge)));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.create(session("a", bytes("fits"), service("one"), large)));
			assertThat(here.find(key("a"))).isEmpty();
			StoredSession session = session("a", bytes("fits"), service("one"));
			here.create(session);
			assertThatIllegalArgumentException().isThrownBy(() -> here.addService(session.key(), large));
			assertSame(here.find(session.key()), session);
		}

		@Test
		void whenKeysDifferInCaseOrInTheLastDigitThenSessionsDiffer() throws Exception {
			String digits = "abcdef".repeat(10) + "abc";
			List<SessionKey> keys = List.of(new SessionKey(digits + 'd'), new SessionKey(digits + 'D'),
					new SessionKey(digits + 'e'));
			for (SessionKey key : keys) {
				assertThat(here.create(keyed(key, bytes(key.value())))).isTrue();
			}
			for (SessionKey key : keys) {
				assertThat(text(there.find(key))).isEqualTo(key.value());
			}
			there.end(keys.getFirst());
			assertThat(here.find(keys.get(1))).isPresent();
		}

		@Test
		void whenOnePersonHasManySessionsThenEachIsItsOwn() throws Exception {
			for (int i = 0; i < 500; i++) {
				assertThat(here.create(session("a" + i, bytes("session " + i)))).isTrue();
			}
			for (int i = 0; i < 500; i += 50) {
				assertThat(text(there.find(key("a" + i)))).isEqualTo("session " + i);
			}
		}

	}

	/** Which end of a session comes first. */
	enum End {

		IDLE, ABSOLUTE

	}

	@Nested
	class Expiry {

		@ParameterizedTest
		@EnumSource(End.class)
		void whenAtItsEndThenInvisibleToEverything(End end) throws Exception {
			SessionKey key = create(end);
			clock.advance(end == End.IDLE ? IDLE : LIFETIME);
			assertThat(here.find(key)).isEmpty();
			assertThat(there.find(key)).isEmpty();
			assertThat(here.addService(key, service("one"))).isFalse();
			here.touch(key, clock.instant().plus(IDLE));
			settle(here);
			assertThat(here.find(key)).isEmpty();
			assertThat(there.end(key)).isEmpty();
			assertThat(here.find(key)).isEmpty();
		}

		@ParameterizedTest
		@EnumSource(End.class)
		void whenJustBeforeItsEndThenVisibleToEverything(End end) throws Exception {
			SessionKey key = create(end);
			clock.advance((end == End.IDLE ? IDLE : LIFETIME).minus(INSTANT));
			assertThat(there.find(key)).isPresent();
			assertThat(here.addService(key, service("one"))).isTrue();
			assertThat(there.end(key)).isPresent();
		}

		@Test
		void whenAServiceIsAddedThenTheEndsStay() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			clock.advance(IDLE.dividedBy(2));
			here.addService(session.key(), service("one"));
			StoredSession found = there.find(session.key()).orElseThrow();
			assertThat(found.idleExpiresAt()).isEqualTo(session.idleExpiresAt());
			assertThat(found.expiresAt()).isEqualTo(session.expiresAt());
			clock.advance(IDLE.dividedBy(2));
			assertThat(there.find(session.key())).isEmpty();
		}

		private SessionKey create(End end) throws Exception {
			StoredSession session = end == End.IDLE ? session("a") : until("a", START.plus(LIFETIME));
			here.create(session);
			return session.key();
		}

	}

	@Nested
	class Touch {

		@Test
		void whenTouchedThenItLastsLongerAndNothingElseChanges() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			Instant later = session.idleExpiresAt().plus(Duration.ofMinutes(7));
			here.touch(session.key(), later);
			settle(here);
			assertSame(there.find(session.key()), idleUntil(session, later));
			clock.set(later.minus(INSTANT));
			assertThat(there.find(session.key())).isPresent();
			clock.set(later);
			assertThat(there.find(session.key())).isEmpty();
		}

		@Test
		void whenTouchedPastTheAbsoluteEndThenItEndsThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			here.touch(session.key(), session.expiresAt().plus(LIFETIME));
			settle(here);
			assertThat(there.find(session.key()).orElseThrow().idleExpiresAt()).isEqualTo(session.expiresAt());
			clock.set(session.expiresAt());
			assertThat(there.find(session.key())).isEmpty();
		}

		@Test
		void whenTouchesArriveOutOfOrderThenTheLatestEndStays() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			Instant latest = session.idleExpiresAt().plusSeconds(90);
			here.touch(session.key(), latest);
			there.touch(session.key(), latest.minusSeconds(60));
			here.touch(session.key(), START);
			settle(here);
			settle(there);
			assertThat(here.find(session.key()).orElseThrow().idleExpiresAt()).isEqualTo(latest);
		}

		@Test
		void whenEndedOrNeverThereThenNotWoken() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			here.end(session.key());
			there.touch(session.key(), session.expiresAt());
			there.touch(key("never"), session.expiresAt());
			settle(there);
			assertThat(here.find(session.key())).isEmpty();
			assertThat(here.find(key("never"))).isEmpty();
		}

		@Test
		void whenTouchedWhileEndingThenStaysEnded() throws Exception {
			for (int round = 0; round < 50; round++) {
				StoredSession session = session("a" + round);
				here.create(session);
				Race.run(4, number -> {
					if (number == 0) {
						return here.end(session.key()).isPresent();
					}
					there.touch(session.key(), session.expiresAt().minusSeconds(number));
					return true;
				});
				settle(there);
				assertThat(here.find(session.key())).isEmpty();
				assertThat(there.find(session.key())).isEmpty();
			}
		}

		@Test
		void whenTouchedWhileServicesAreAddedThenBothStay() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			Instant latest = session.idleExpiresAt().plusSeconds(120);
			Race.run(40, number -> {
				if (number % 2 == 0) {
					return node(number / 2).addService(session.key(), service("service " + number));
				}
				node(number / 2).touch(session.key(), latest.minusSeconds(number - 1));
				return true;
			});
			settle(here);
			settle(there);
			StoredSession found = here.find(session.key()).orElseThrow();
			assertThat(found.services()).hasSize(20);
			assertThat(found.idleExpiresAt()).isEqualTo(latest);
		}

		@Test
		void whenTwoNodesTouchInOppositeOrderThenNeitherWaitsForEver() throws Exception {
			List<StoredSession> sessions = new ArrayList<>();
			for (int i = 0; i < 40; i++) {
				sessions.add(session("a" + i));
				here.create(sessions.getLast());
			}
			Instant later = START.plus(IDLE).plusSeconds(90);
			Race.run(8, number -> {
				for (StoredSession session : number % 2 == 0 ? sessions : sessions.reversed()) {
					node(number).touch(session.key(), later);
				}
				settle(node(number));
				return true;
			});
			for (StoredSession session : sessions) {
				assertThat(here.find(session.key()).orElseThrow().idleExpiresAt()).isEqualTo(later);
			}
		}

	}

	@Nested
	class Services {

		@Test
		void whenAddedThenSeenOnEveryNodeAndTheRestIsUnchanged() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			assertThat(here.addService(session.key(), service("two"))).isTrue();
			StoredSession expected = withServices(session, List.of(service("one"), service("two")));
			assertSame(here.find(session.key()), expected);
			assertSame(there.find(session.key()), expected);
		}

		@Test
		void whenFiftyAreAddedAtOnceThenAllAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			assertThat(Race.run(50, number -> node(number).addService(session.key(), service("service " + number))))
				.containsOnly(true);
			List<StoredService> expected = new ArrayList<>();
			for (int i = 0; i < 50; i++) {
				expected.add(service("service " + i));
			}
			assertSame(here.find(session.key()), withServices(session, expected));
		}

		@Test
		void whenAddedAgainThenTheFirstStays() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			assertThat(there.addService(session.key(), new StoredService(hash("one"), bytes("other")))).isTrue();
			assertSame(here.find(session.key()), session);
		}

		@Test
		void whenTheSameIsAddedAtOnceThenItIsThereOnce() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			assertThat(Race.run(32,
					number -> node(number).addService(session.key(), new StoredService(hash("one"), bytes("x")))))
				.containsOnly(true);
			assertThat(here.find(session.key()).orElseThrow().services()).hasSize(1);
		}

		@Test
		void whenHashesDifferInCaseThenBothAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			here.addService(session.key(), new StoredService("ab".repeat(32), bytes("lower")));
			here.addService(session.key(), new StoredService("AB".repeat(32), bytes("upper")));
			assertThat(here.find(session.key()).orElseThrow().services()).hasSize(2);
		}

		@Test
		void whenTheSessionIsGoneThenRefusedAndNeverMadeAnew() throws Exception {
			StoredSession session = session("a");
			assertThat(here.addService(session.key(), service("one"))).isFalse();
			assertThat(here.find(session.key())).isEmpty();
			here.create(session);
			there.end(session.key());
			assertThat(here.addService(session.key(), service("one"))).isFalse();
			assertThat(here.find(session.key())).isEmpty();
			here.create(session);
			assertThat(here.find(session.key()).orElseThrow().services()).as("no orphan comes back").isEmpty();
		}

		@Test
		void whenAddedWhileEndingThenReturnedToTheEnderOrRefused() throws Exception {
			for (int round = 0; round < 100; round++) {
				StoredSession session = session("a" + round);
				here.create(session);
				Set<String> ended = ConcurrentHashMap.newKeySet();
				List<Boolean> added = Race.run(8, number -> {
					if (number == 3) {
						there.end(session.key())
							.orElseThrow()
							.services()
							.forEach(service -> ended.add(service.serviceHash()));
						return false;
					}
					return node(number).addService(session.key(), service("service " + number));
				});
				for (int number = 0; number < added.size(); number++) {
					assertThat(ended.contains(hash("service " + number))).as("round %s, service %s", round, number)
						.isEqualTo(added.get(number));
				}
				assertThat(here.find(session.key())).isEmpty();
			}
		}

		@Test
		void whenOnePersonUsesHundredsThenAllAreThere() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			for (int i = 0; i < 300; i++) {
				assertThat(here.addService(session.key(), service("service " + i))).isTrue();
			}
			assertThat(there.find(session.key()).orElseThrow().services()).hasSize(300);
		}

	}

	@Nested
	class Ending {

		@Test
		void whenEndedThenReturnedWholeAndDeadOnEveryNode() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			here.addService(session.key(), service("two"));
			assertSame(here.end(session.key()), withServices(session, List.of(service("one"), service("two"))));
			assertThat(there.find(session.key())).isEmpty();
			assertThat(here.find(session.key())).isEmpty();
			assertThat(there.end(session.key())).isEmpty();
		}

		@Test
		void whenNotThereThenEmpty() throws Exception {
			assertThat(here.end(key("a"))).isEmpty();
		}

		@Test
		void whenManyEndItAtOnceThenOneGetsItWithItsServices() throws Exception {
			for (int round = 0; round < 20; round++) {
				StoredSession session = session("a" + round, bytes("state"), service("one"), service("two"));
				here.create(session);
				List<Optional<StoredSession>> ended = Race.run(32, number -> node(number).end(session.key()));
				List<Optional<StoredSession>> winners = ended.stream().filter(Optional::isPresent).toList();
				assertThat(winners).hasSize(1);
				assertSame(winners.getFirst(), session);
			}
		}

		@Test
		void whenEndedThenOthersLiveOnAndTheKeyIsFree() throws Exception {
			here.create(session("a", bytes("first"), service("one")));
			here.create(session("b"));
			here.end(key("a"));
			assertThat(there.find(key("b"))).isPresent();
			StoredSession successor = session("a", bytes("second"));
			assertThat(there.create(successor)).isTrue();
			assertSame(here.find(key("a")), successor);
		}

	}

	@Nested
	class Counting {

		@Test
		void whenEmptyThenNone() throws Exception {
			assertThat(here.count()).isZero();
		}

		@Test
		void whenSessionsComeAndGoThenAboutAsMany() throws Exception {
			for (int i = 0; i < 100; i++) {
				here.create(session("a" + i));
			}
			assertThat(there.count()).isBetween(95L, 105L);
			for (int i = 0; i < 80; i++) {
				there.end(key("a" + i));
			}
			assertThat(here.count()).isBetween(15L, 25L);
		}

	}

	private SessionStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

	/** A session that is idle at {@code IDLE} from now and ends at {@code LIFETIME}. */
	private StoredSession session(String name, byte[] state, StoredService... services) {
		return withServices(keyed(key(name), state), List.of(services));
	}

	private StoredSession session(String name) {
		return session(name, bytes("state of " + name));
	}

	private StoredSession keyed(SessionKey key, byte[] state) {
		Instant now = clock.instant();
		return new StoredSession(key, hash("person"), now, now.plus(LIFETIME), now.plus(IDLE), state, List.of());
	}

	/** A session whose two ends are one. */
	private StoredSession until(String name, Instant end) {
		return new StoredSession(key(name), hash("person"), START, end, end, bytes("state"), List.of());
	}

	private static StoredSession idleUntil(StoredSession session, Instant end) {
		return new StoredSession(session.key(), session.principalHash(), session.createdAt(), session.expiresAt(), end,
				session.state(), session.services());
	}

	private static StoredSession withServices(StoredSession session, List<StoredService> services) {
		return new StoredSession(session.key(), session.principalHash(), session.createdAt(), session.expiresAt(),
				session.idleExpiresAt(), session.state(), services);
	}

	private static StoredService service(String name) {
		return new StoredService(hash(name), bytes("sign-on at " + name));
	}

	private static SessionKey key(String name) {
		return new SessionKey(hash(name));
	}

	private static String hash(String name) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(name)));
		}
		catch (java.security.NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(Optional<StoredSession> session) {
		return new String(session.orElseThrow().state(), StandardCharsets.UTF_8);
	}

	/** Equal in everything; services in any order. */
	private static void assertSame(Optional<StoredSession> actual, StoredSession expected) {
		assertThat(actual).isPresent();
		assertThat(actual.get()).usingRecursiveComparison().ignoringCollectionOrder().isEqualTo(expected);
	}

}
