package org.campanile.testkit.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The contract of the beginning and end of a stored session. */
public abstract class SessionLifeContract extends SessionStoreHarness {

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
			here.create(new StoredSession(key("a"), hash("person"), 1, START.minus(LIFETIME), START.minus(INSTANT),
					START.minus(INSTANT), bytes("late"), List.of()));
			assertThat(here.find(key("a"))).isEmpty();
			assertThat(there.addService(key("a"), service("one"))).isFalse();
		}

		/**
		 * A node that has just read the old state, which a cache might keep, must see the
		 * new one.
		 */
		@Test
		void whenWrittenOnOneNodeThenReadOnTheOtherAtOnce() throws Exception {
			for (int round = 0; round < 50; round++) {
				StoredSession session = session("a" + round);
				assertThat(there.find(session.key())).isEmpty();
				here.create(session);
				assertSame(there.find(session.key()), session);
				there.addService(session.key(), service("one"));
				assertSame(here.find(session.key()), withServices(session, List.of(service("one"))));
				here.update(session.key(), 1, bytes("new"));
				assertThat(text(there.find(session.key()))).isEqualTo("new");
				here.end(session.key());
				assertThat(there.find(session.key())).isEmpty();
			}
		}

		@Test
		void whenStateIsAsLargeAsAllowedThenStored() throws Exception {
			byte[] largest = new byte[SessionStore.MAX_STATE];
			Arrays.fill(largest, (byte) 0xa5);
			StoredSession session = session("a", largest, new StoredService(hash("one"), hash("identifier"), largest));
			assertThat(here.create(session)).isTrue();
			assertThat(here.addService(session.key(), new StoredService(hash("two"), hash("identifier"), largest)))
				.isTrue();
			StoredSession found = there.find(session.key()).orElseThrow();
			assertThat(found.state()).isEqualTo(largest);
			assertThat(found.services()).hasSize(2).allSatisfy(it -> assertThat(it.state()).isEqualTo(largest));
		}

		@Test
		void whenAnyStateIsLargerThenNothingIsStored() throws Exception {
			byte[] tooLarge = new byte[SessionStore.MAX_STATE + 1];
			StoredService large = new StoredService(hash("large"), hash("identifier"), tooLarge);
			assertThatIllegalArgumentException().isThrownBy(() -> here.create(session("a", tooLarge)));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.create(session("a", bytes("fits"), service("one"), large)));
			assertThat(here.find(key("a"))).isEmpty();
			StoredSession session = session("a", bytes("fits"), service("one"));
			here.create(session);
			assertThatIllegalArgumentException().isThrownBy(() -> here.addService(session.key(), large));
			assertSame(here.find(session.key()), session);
		}

		/** The bytes of a key may have any value, and all are compared. */
		@Test
		void whenOneByteOfTheKeyDiffersThenSessionsDiffer() throws Exception {
			List<SessionKey> keys = new ArrayList<>();
			for (String digits : List.of("00", "0a", "0d", "20", "25", "27", "5c", "7f", "80", "a0", "fe", "ff")) {
				keys.add(new SessionKey(digits.repeat(32)));
				keys.add(new SessionKey(digits + "00".repeat(31)));
				keys.add(new SessionKey("ff".repeat(31) + digits));
			}
			List<SessionKey> different = keys.stream().distinct().toList();
			for (SessionKey key : different) {
				assertThat(here.create(keyed(key, bytes(key.value())))).as(key.value()).isTrue();
			}
			for (SessionKey key : different) {
				assertThat(text(there.find(key))).isEqualTo(key.value());
			}
			there.end(different.getFirst());
			for (SessionKey key : different.subList(1, different.size())) {
				assertThat(here.find(key)).as(key.value()).isPresent();
			}
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

	/** The limit of a session that is reached first. */
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
			assertThat(here.findByPrincipal(hash("person"), SessionKey.FIRST, 10)).isEmpty();
			assertThat(here.addService(key, service("one"))).isFalse();
			assertThat(here.update(key, 1, bytes("new"))).isEqualTo(new SessionUpdate.Gone());
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

}
