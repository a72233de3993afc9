package org.campanile.testkit.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract of the idle expiry. */
public abstract class SessionTouchContract extends SessionLifeContract {

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

		/** A node that is shut down gracefully loses no touches. */
		@Test
		void whenTheNodeIsClosedThenItsTouchesAreStored() throws Exception {
			StoredSession session = session("a");
			here.create(session);
			Instant later = session.idleExpiresAt().plusSeconds(90);
			SessionStore leaving = open(clock);
			leaving.touch(session.key(), later);
			if (leaving instanceof AutoCloseable closeable) {
				closeable.close();
			}
			assertThat(there.find(session.key()).orElseThrow().idleExpiresAt()).isEqualTo(later);
		}

	}

}
