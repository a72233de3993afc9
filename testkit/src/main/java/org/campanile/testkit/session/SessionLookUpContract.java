package org.campanile.testkit.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of finding sessions by their user and by the identifiers they issued to
 * services.
 */
public abstract class SessionLookUpContract extends SessionUpdateContract {

	private static final int CROWD = 10_000;

	/** The two look-ups, which return pages in the same way. */
	enum By {

		PRINCIPAL, IDENTIFIER

	}

	/** Returns a session that both look-ups find by that shared name. */
	private StoredSession under(String shared, String name) {
		return sessionOf(shared, name, new StoredService(hash("service"), hash(shared), bytes("sign-on")));
	}

	private static List<StoredSession> page(SessionStore store, By by, String name, SessionKey after, int limit)
			throws StoreUnavailableException {
		return switch (by) {
			case PRINCIPAL -> store.findByPrincipal(hash(name), after, limit);
			case IDENTIFIER -> store.findByIdentifier(hash(name), after, limit);
		};
	}

	/** The keys of all pages; each page but the last must be full. */
	private static List<SessionKey> all(SessionStore store, By by, String name, int limit)
			throws StoreUnavailableException {
		List<SessionKey> keys = new ArrayList<>();
		List<StoredSession> page;
		do {
			page = page(store, by, name, keys.isEmpty() ? SessionKey.FIRST : keys.getLast(), limit);
			assertThat(page).hasSizeLessThanOrEqualTo(limit);
			page.forEach(session -> keys.add(session.key()));
		}
		while (page.size() == limit);
		return keys;
	}

	@Nested
	class LookUp {

		@Test
		void whenLookedUpThenTheirOwnAloneAndWhole() throws Exception {
			StoredSession alice = sessionOf("alice", "a", service("one"), service("two"));
			StoredSession bob = sessionOf("bob", "b", service("one"));
			here.create(alice);
			there.create(bob);
			assertThat(there.findByPrincipal(hash("alice"), SessionKey.FIRST, 10)).singleElement()
				.satisfies(found -> assertSame(Optional.of(found), alice));
			assertThat(here.findByPrincipal(hash("bob"), SessionKey.FIRST, 10)).singleElement()
				.satisfies(found -> assertSame(Optional.of(found), bob));
			assertThat(here.findByPrincipal(hash("carol"), SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.findByIdentifier(service("two").identifierHash(), SessionKey.FIRST, 10)).singleElement()
				.satisfies(found -> assertSame(Optional.of(found), alice));
			assertThat(there.findByIdentifier(service("one").identifierHash(), SessionKey.FIRST, 10)).hasSize(2);
			assertThat(there.findByIdentifier(service("three").identifierHash(), SessionKey.FIRST, 10)).isEmpty();
		}

		@Test
		void whenTheLastDigitDiffersThenNotFound() throws Exception {
			String digits = "0".repeat(31);
			StoredSession session = session("a");
			here.create(new StoredSession(session.key(), digits + '1', 1, session.createdAt(), session.expiresAt(),
					session.idleExpiresAt(), session.state(),
					List.of(new StoredService(hash("one"), digits + '2', bytes("sign-on")))));
			assertThat(here.findByPrincipal(digits + '2', SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.findByIdentifier(digits + '1', SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.findByPrincipal(digits + '0', SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.findByPrincipal(digits + '1', SessionKey.FIRST, 10)).hasSize(1);
			assertThat(here.findByIdentifier(digits + '2', SessionKey.FIRST, 10)).hasSize(1);
		}

		@Test
		void whenAServiceIsAddedThenFoundByItOnEveryNodeAtOnce() throws Exception {
			for (int round = 0; round < 50; round++) {
				StoredSession session = session("a" + round);
				StoredService added = service("service " + round);
				here.create(session);
				assertThat(there.findByIdentifier(added.identifierHash(), SessionKey.FIRST, 10)).isEmpty();
				here.addService(session.key(), added);
				assertThat(there.findByIdentifier(added.identifierHash(), SessionKey.FIRST, 10)).singleElement()
					.satisfies(found -> assertSame(Optional.of(found), withServices(session, List.of(added))));
			}
		}

		@Test
		void whenTheSameServiceIsAddedWithAnotherIdentifierThenTheFirstIsFound() throws Exception {
			StoredSession session = session("a", bytes("state"), service("one"));
			here.create(session);
			there.addService(session.key(), new StoredService(hash("one"), hash("other"), bytes("other")));
			assertThat(here.findByIdentifier(hash("other"), SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.findByIdentifier(service("one").identifierHash(), SessionKey.FIRST, 10)).hasSize(1);
		}

		@Test
		void whenOneSessionGaveAnIdentifierTwiceThenFoundOnce() throws Exception {
			StoredSession session = session("a", bytes("state"),
					new StoredService(hash("one"), hash("same"), bytes("one")),
					new StoredService(hash("two"), hash("same"), bytes("two")));
			here.create(session);
			here.addService(session.key(), new StoredService(hash("three"), hash("same"), bytes("three")));
			assertThat(there.findByIdentifier(hash("same"), SessionKey.FIRST, 10)).singleElement()
				.satisfies(found -> assertThat(found.services()).hasSize(3));
			assertThat(all(there, By.IDENTIFIER, "same", 1)).containsExactly(session.key());
		}

		@Test
		void whenUpdatedAndTouchedThenFoundAsItIsNow() throws Exception {
			StoredSession session = under("alice", "a");
			here.create(session);
			here.update(session.key(), 1, bytes("new"));
			here.touch(session.key(), session.idleExpiresAt().plusSeconds(90));
			settle(here);
			StoredSession current = there.find(session.key()).orElseThrow();
			assertThat(current.version()).isEqualTo(2);
			for (By by : By.values()) {
				assertThat(page(there, by, "alice", SessionKey.FIRST, 10)).singleElement()
					.satisfies(found -> assertSame(Optional.of(found), current));
			}
		}

		@ParameterizedTest
		@EnumSource(By.class)
		void whenEndedThenNotFoundOnAnyNode(By by) throws Exception {
			here.create(under("alice", "a"));
			here.create(under("alice", "b"));
			there.addService(key("b"), service("later"));
			there.end(key("b"));
			assertThat(all(here, by, "alice", 10)).containsExactly(key("a"));
			here.end(key("a"));
			assertThat(all(here, by, "alice", 10)).isEmpty();
			assertThat(all(there, by, "alice", 10)).isEmpty();
			assertThat(here.findByIdentifier(service("later").identifierHash(), SessionKey.FIRST, 10)).isEmpty();
		}

		@ParameterizedTest
		@EnumSource(By.class)
		void whenAtItsEndThenNotFound(By by) throws Exception {
			StoredSession session = under("alice", "a");
			here.create(session);
			clock.set(session.idleExpiresAt().minus(INSTANT));
			assertThat(all(there, by, "alice", 10)).hasSize(1);
			clock.set(session.idleExpiresAt());
			assertThat(all(there, by, "alice", 10)).isEmpty();
			assertThat(all(here, by, "alice", 10)).isEmpty();
		}

		@ParameterizedTest
		@EnumSource(By.class)
		void whenReplacedAfterItsEndThenTheOldNamesFindNothing(By by) throws Exception {
			here.create(under("alice", "a"));
			clock.advance(IDLE);
			there.create(under("bob", "a"));
			assertThat(all(here, by, "alice", 10)).isEmpty();
			assertThat(all(here, by, "bob", 10)).containsExactly(key("a"));
			here.end(key("a"));
			there.create(under("carol", "a"));
			assertThat(all(here, by, "bob", 10)).isEmpty();
			assertThat(all(here, by, "carol", 10)).containsExactly(key("a"));
		}

		@Test
		void whenManyCreateTheSameKeyAtOnceThenOnlyTheWinnersPersonFindsIt() throws Exception {
			for (int round = 0; round < 20; round++) {
				String name = "a" + round;
				List<Boolean> created = Race.run(8, number -> node(number).create(under(name + number, name)));
				for (int number = 0; number < created.size(); number++) {
					for (By by : By.values()) {
						assertThat(all(here, by, name + number, 10)).hasSize(created.get(number) ? 1 : 0);
					}
				}
			}
		}

	}

	@Nested
	class Pages {

		@ParameterizedTest
		@EnumSource(By.class)
		void whenThereAreManyThenInTheOrderOfTheirKeysAsUnsignedBytes(By by) throws Exception {
			List<SessionKey> keys = new ArrayList<>();
			for (String digits : List.of("00", "01", "7f", "80", "9a", "a0", "ff")) {
				keys.add(new SessionKey(digits + "00".repeat(31)));
				keys.add(new SessionKey(digits + "ff".repeat(31)));
			}
			for (SessionKey key : keys.reversed()) {
				StoredSession session = under("alice", "a");
				here.create(new StoredSession(key, session.principalHash(), 1, session.createdAt(), session.expiresAt(),
						session.idleExpiresAt(), session.state(), session.services()));
			}
			assertThat(all(there, by, "alice", 100)).containsExactlyElementsOf(keys);
			assertThat(all(there, by, "alice", 3)).containsExactlyElementsOf(keys);
			assertThat(page(here, by, "alice", keys.get(5), 2)).extracting(StoredSession::key)
				.containsExactly(keys.get(6), keys.get(7));
			SessionKey between = new SessionKey("80" + "77".repeat(31));
			assertThat(page(here, by, "alice", between, 1)).extracting(StoredSession::key).containsExactly(keys.get(7));
			assertThat(page(here, by, "alice", keys.getLast(), 1)).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(ints = { 1, 7, 24, 25, 26, SessionStore.MAX_PAGE })
		void whenPagedThenEachIsThereOnce(int limit) throws Exception {
			List<SessionKey> keys = new ArrayList<>();
			for (int i = 0; i < 25; i++) {
				keys.add(key("a" + i));
				here.create(under("alice", "a" + i));
				here.create(under("bob", "b" + i));
			}
			keys.sort(null);
			for (By by : By.values()) {
				assertThat(all(there, by, "alice", limit)).containsExactlyElementsOf(keys);
			}
		}

		/**
		 * Expired sessions, purged or not, must not make a page look like the last one.
		 */
		@ParameterizedTest
		@EnumSource(By.class)
		void whenSomeHaveExpiredThenPagesAreFullAllTheSame(By by) throws Exception {
			List<SessionKey> live = new ArrayList<>();
			for (int i = 0; i < 60; i++) {
				StoredSession session = under("alice", "a" + i);
				here.create(session);
				if (i % 3 == 0) {
					here.touch(session.key(), session.expiresAt());
					live.add(session.key());
				}
			}
			settle(here);
			clock.advance(IDLE);
			live.sort(null);
			assertThat(page(there, by, "alice", SessionKey.FIRST, 7)).hasSize(7);
			assertThat(all(there, by, "alice", 7)).containsExactlyElementsOf(live);
		}

		@ParameterizedTest
		@EnumSource(By.class)
		void whenOthersComeAndGoMeanwhileThenNoneThatStaysIsMissed(By by) throws Exception {
			List<SessionKey> staying = new ArrayList<>();
			for (int i = 0; i < 60; i++) {
				staying.add(key("a" + i));
				here.create(under("alice", "a" + i));
			}
			staying.sort(null);
			AtomicBoolean stop = new AtomicBoolean();
			CompletableFuture<Integer> traffic = CompletableFuture.supplyAsync(() -> comeAndGo(stop));
			try {
				for (int round = 0; round < 20; round++) {
					List<SessionKey> keys = all(there, by, "alice", 7);
					assertThat(keys).isSorted().doesNotHaveDuplicates().containsAll(staying);
				}
			}
			finally {
				stop.set(true);
			}
			assertThat(traffic.get()).isPositive();
			assertThat(all(there, by, "alice", 7)).containsExactlyElementsOf(staying);
		}

		private int comeAndGo(AtomicBoolean stop) {
			int turns = 0;
			try {
				while (turns == 0 || !stop.get()) {
					String name = "guest " + turns++ % 50;
					here.create(under("alice", name));
					here.end(key(name));
				}
				return turns;
			}
			catch (StoreUnavailableException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	@Nested
	class Crowd {

		/**
		 * Covers cases in which a load test uses one account, or all users have the same
		 * identifier at a service. An index stored as one list that each sign-on rewrites
		 * would be far more expensive. The two kinds of insert alternate, so that other
		 * load on the machine affects both.
		 */
		@Test
		void whenOneIdentityHasTenThousandSessionsThenAnotherCostsNoMore() throws Exception {
			Race.run(10, number -> {
				for (int i = number; i < CROWD; i += 10) {
					assertThat(node(number).create(under("crowd", "a" + i))).isTrue();
				}
				return true;
			});
			long[] crowded = new long[400];
			long[] alone = new long[crowded.length];
			for (int i = 0; i < crowded.length; i++) {
				StoredSession one = under("crowd", "b" + i);
				StoredSession other = under("alone " + i, "c" + i);
				crowded[i] = nanosOf(() -> here.create(one));
				alone[i] = nanosOf(() -> here.create(other));
			}
			Arrays.sort(crowded);
			Arrays.sort(alone);
			assertThat(crowded[crowded.length / 2]).as("the median, of one more in the crowd")
				.isLessThan(10 * alone[alone.length / 2]);
			List<SessionKey> expected = IntStream.range(0, CROWD + crowded.length)
				.mapToObj(i -> key(i < CROWD ? "a" + i : "b" + (i - CROWD)))
				.sorted()
				.toList();
			for (By by : By.values()) {
				assertThat(all(there, by, "crowd", SessionStore.MAX_PAGE)).isEqualTo(expected);
			}
		}

		private static long nanosOf(Creation creation) throws StoreUnavailableException {
			long start = System.nanoTime();
			assertThat(creation.create()).isTrue();
			return System.nanoTime() - start;
		}

		/** A single insert. */
		interface Creation {

			boolean create() throws StoreUnavailableException;

		}

	}

}
