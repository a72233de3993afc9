package org.campanile.testkit.session;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The contract of replacing a session's state. */
public abstract class SessionUpdateContract extends SessionServicesContract {

	@Nested
	class Update {

		@Test
		void whenTheVersionIsRightThenReplacedAndNothingElseChanges() throws Exception {
			StoredSession session = session("a", bytes("old"), service("one"), service("two"));
			here.create(session);
			assertThat(here.update(session.key(), 1, bytes("new"))).isEqualTo(new SessionUpdate.Updated(2));
			assertSame(here.find(session.key()), withState(session, 2, bytes("new")));
			assertSame(there.find(session.key()), withState(session, 2, bytes("new")));
			assertThat(there.update(session.key(), 2, bytes("newest"))).isEqualTo(new SessionUpdate.Updated(3));
			assertSame(here.find(session.key()), withState(session, 3, bytes("newest")));
		}

		@Test
		void whenTheVersionIsStaleThenRefusedWithTheCurrentOne() throws Exception {
			StoredSession session = session("a", bytes("old"), service("one"));
			here.create(session);
			here.update(session.key(), 1, bytes("new"));
			StoredSession current = withState(session, 2, bytes("new"));
			for (long version : new long[] { 1, 3, 0, -1, Long.MAX_VALUE }) {
				assertThat(there.update(session.key(), version, bytes("lost"))).isInstanceOfSatisfying(
						SessionUpdate.Stale.class, stale -> assertSame(Optional.of(stale.current()), current));
			}
			assertSame(here.find(session.key()), current);
		}

		@Test
		void whenTheSessionIsGoneThenNeverMadeAnew() throws Exception {
			StoredSession session = session("a");
			assertThat(here.update(session.key(), 1, bytes("new"))).isEqualTo(new SessionUpdate.Gone());
			assertThat(here.find(session.key())).isEmpty();
			here.create(session);
			there.end(session.key());
			assertThat(here.update(session.key(), 1, bytes("new"))).isEqualTo(new SessionUpdate.Gone());
			assertThat(here.find(session.key())).isEmpty();
			assertThat(here.findByPrincipal(session.principalHash(), SessionKey.FIRST, 10)).isEmpty();
		}

		@Test
		void whenUpdatedThenTheEndsStay() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			clock.advance(IDLE.dividedBy(2));
			here.update(session.key(), 1, bytes("new"));
			clock.set(session.idleExpiresAt().minus(INSTANT));
			assertThat(there.find(session.key())).isPresent();
			clock.set(session.idleExpiresAt());
			assertThat(there.find(session.key())).isEmpty();
		}

		@Test
		void whenUpdatedAfterATouchThenWhatWasTouchedStays() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			Instant later = session.idleExpiresAt().plusSeconds(90);
			here.touch(session.key(), later);
			settle(here);
			there.update(session.key(), 1, bytes("new"));
			assertThat(here.find(session.key()).orElseThrow().idleExpiresAt()).isEqualTo(later);
			clock.set(later.minus(INSTANT));
			assertThat(there.find(session.key())).isPresent();
			clock.set(later);
			assertThat(there.find(session.key())).isEmpty();
		}

		@Test
		void whenServicesAreAddedOrItIsTouchedThenTheVersionStays() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			here.addService(session.key(), service("one"));
			here.touch(session.key(), session.idleExpiresAt().plusSeconds(90));
			settle(here);
			assertThat(there.find(session.key()).orElseThrow().version()).isEqualTo(1);
			assertThat(there.update(session.key(), 1, bytes("new"))).isEqualTo(new SessionUpdate.Updated(2));
			assertThat(here.find(session.key()).orElseThrow().services()).hasSize(1);
		}

		@Test
		void whenManyUpdateTheSameVersionAtOnceThenOneDoes() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			for (int version = 1; version <= 20; version++) {
				long read = version;
				List<SessionUpdate> outcomes = Race.run(16,
						number -> node(number).update(session.key(), read, bytes(read + " by " + number)));
				assertThat(outcomes).filteredOn(SessionUpdate.Updated.class::isInstance)
					.containsExactly(new SessionUpdate.Updated(read + 1));
				byte[] winner = bytes(read + " by " + outcomes.indexOf(new SessionUpdate.Updated(read + 1)));
				assertThat(outcomes).filteredOn(outcome -> !(outcome instanceof SessionUpdate.Updated))
					.allSatisfy(outcome -> assertThat(outcome).isInstanceOfSatisfying(SessionUpdate.Stale.class,
							stale -> assertSame(Optional.of(stale.current()), withState(session, read + 1, winner))));
				assertSame(here.find(session.key()), withState(session, read + 1, winner));
			}
		}

		@Test
		void whenUpdatedTouchedAndAddedToAtOnceThenAllStays() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			Instant latest = session.idleExpiresAt().plusSeconds(120);
			List<Boolean> done = Race.run(30, number -> switch (number % 3) {
				case 0 -> node(number).addService(session.key(), service("service " + number));
				case 1 -> {
					node(number).touch(session.key(), latest.minusSeconds(number - 1));
					yield true;
				}
				default -> updated(node(number), session.key(), bytes("by " + number));
			});
			assertThat(done).containsOnly(true);
			settle(here);
			settle(there);
			StoredSession found = there.find(session.key()).orElseThrow();
			assertThat(found.version()).isEqualTo(11);
			assertThat(found.services()).hasSize(10);
			assertThat(found.idleExpiresAt()).isEqualTo(latest);
		}

		/** Retries after each concurrent update. */
		private static boolean updated(SessionStore store, SessionKey key, byte[] state) throws Exception {
			long version = 1;
			while (true) {
				switch (store.update(key, version, state)) {
					case SessionUpdate.Updated updated -> {
						return true;
					}
					case SessionUpdate.Stale stale -> version = stale.current().version();
					case SessionUpdate.Gone gone -> {
						return false;
					}
				}
			}
		}

		@Test
		void whenUpdatedWhileEndingThenReturnedToTheEnderOrGone() throws Exception {
			for (int round = 0; round < 50; round++) {
				StoredSession session = session("a" + round);
				here.create(session);
				ConcurrentMap<String, StoredSession> ended = new ConcurrentHashMap<>();
				List<SessionUpdate> outcomes = Race.run(4, number -> {
					if (number == 1) {
						ended.put("session", there.end(session.key()).orElseThrow());
						return new SessionUpdate.Gone();
					}
					return node(number).update(session.key(), 1, bytes("new"));
				});
				boolean updated = outcomes.contains(new SessionUpdate.Updated(2));
				assertThat(ended.values()).singleElement()
					.satisfies(last -> assertThat(last.version()).isEqualTo(updated ? 2 : 1));
				assertThat(here.find(session.key())).isEmpty();
				assertThat(there.find(session.key())).isEmpty();
			}
		}

		@Test
		void whenTheStateIsAsLargeAsAllowedThenStoredAndALargerOneChangesNothing() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			byte[] largest = new byte[SessionStore.MAX_STATE];
			Arrays.fill(largest, (byte) 0x5a);
			assertThat(here.update(session.key(), 1, largest)).isEqualTo(new SessionUpdate.Updated(2));
			assertThatIllegalArgumentException()
				.isThrownBy(() -> here.update(session.key(), 2, new byte[SessionStore.MAX_STATE + 1]));
			assertSame(there.find(session.key()), withState(session, 2, largest));
		}

	}

}
