package org.campanile.storage.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.contract.Race;
import org.campanile.session.contract.SessionStoreContract;

import static org.assertj.core.api.Assertions.assertThat;

class MemorySessionStoreTests extends SessionStoreContract {

	private static final long CAPACITY = 100_000;

	/** One node: the second store of the kit is the first. */
	private SessionStore store = new MemorySessionStore(clock, CAPACITY);

	@Override
	protected SessionStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemorySessionStore(clock, CAPACITY);
	}

	@Nested
	class Capacity {

		@Test
		void whenMoreComeThanFitThenNoMoreAreKept() throws Exception {
			SessionStore small = new MemorySessionStore(clock, 100);
			Race.run(8, number -> {
				for (int i = 0; i < 500; i++) {
					small.create(session(number + "-" + i, START.plusSeconds(60)));
				}
				return true;
			});
			assertThat(small.count()).isBetween(1L, 100L);
		}

		@Test
		void whenAllHaveExpiredThenTheyAreDroppedWithoutTraffic() throws Exception {
			for (int i = 0; i < 10_000; i++) {
				store.create(session("" + i, START.plusSeconds(60)));
			}
			assertThat(store.count()).isEqualTo(10_000);
			clock.set(START.plusSeconds(62));
			assertThat(store.count()).isZero();
		}

		@Test
		void whenTheClockIsSetBackThenSessionsLiveOnAndStillEnd() throws Exception {
			StoredSession session = session("a", START.plusSeconds(60));
			store.create(session);
			clock.set(START.minusSeconds(3_600));
			assertThat(store.find(session.key())).isPresent();
			store.create(session("b", START.plusSeconds(60)));
			assertThat(store.count()).isEqualTo(2);
			clock.set(START.plusSeconds(60));
			assertThat(store.find(session.key())).isEmpty();
		}

		private StoredSession session(String name, Instant end) {
			return new StoredSession(new SessionKey(name), "person", START, end, end, new byte[16], List.of());
		}

	}

}
