package org.campanile.storage.memory;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

import com.sun.management.ThreadMXBean;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.campanile.testkit.session.SessionStoreContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemorySessionStoreTests extends SessionStoreContract {

	private static final long CAPACITY = 100_000;

	/** One node: the second store of the kit is the first. */
	private MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(CAPACITY, Long.MAX_VALUE));

	@Override
	protected SessionStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemorySessionStore(clock, new SessionCapacity(CAPACITY, Long.MAX_VALUE));
	}

	/** Compares the allocated bytes: each session that is created takes some hundred. */
	@Test
	void whenSessionsAreCountedThenNoneIsMade() throws Exception {
		int sessions = 20_000;
		for (int i = 0; i < sessions; i++) {
			store.create(Capacity.session("" + i, START.plusSeconds(3_600)));
		}
		assertThat(store.count()).isEqualTo(sessions);
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long before = threads.getCurrentThreadAllocatedBytes();
		long counted = store.count();
		long allocated = threads.getCurrentThreadAllocatedBytes() - before;
		assertThat(counted).isEqualTo(sessions);
		assertThat(allocated).isBetween(0L, 5L * sessions);
		before = threads.getCurrentThreadAllocatedBytes();
		List<StoredSession> page = store.findByPrincipal(Capacity.PERSON, SessionKey.FIRST, 1_000);
		assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("what %s sessions take", page.size())
			.isGreaterThan(200L * page.size());
	}

	@Nested
	class Capacity {

		private static final String PERSON = "0".repeat(32);

		@Test
		void whenMoreComeThanFitThenNoMoreAreKept() throws Exception {
			SessionStore small = new MemorySessionStore(clock, new SessionCapacity(100, Long.MAX_VALUE));
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

		@Test
		void whenSessionsLeaveInAnyWayThenNothingOfThemIsLeftInTheIndexes() throws Exception {
			MemorySessionStore small = new MemorySessionStore(clock, new SessionCapacity(200, Long.MAX_VALUE));
			Race.run(8, number -> {
				for (int i = 0; i < 3_000; i++) {
					// Few keys cause collisions between threads; short lifetimes make
					// some sessions expire during the test.
					StoredSession session = session("" + i * (number + 1) % 400,
							clock.instant().plusMillis(i % 2 == 0 ? 5 : 600_000));
					small.create(session);
					small.addService(session.key(), service("service " + i % 3, "name " + i % 7));
					small.update(session.key(), 1, new byte[8]);
					small.touch(session.key(), session.expiresAt());
					if (i % 5 == 0) {
						small.end(session.key());
					}
					if (i % 11 == 0) {
						clock.advance(Duration.ofMillis(1));
					}
				}
				return true;
			});
			clock.advance(Duration.ofSeconds(3));
			assertThat(small.count()).isBetween(1L, 200L);
			List<StoredSession> left = small.findByPrincipal(PERSON, SessionKey.FIRST, SessionStore.MAX_PAGE);
			assertThat(left).hasSameSizeAs(left.stream().map(StoredSession::key).distinct().toList())
				.allSatisfy(session -> assertThat(small.find(session.key())).isPresent());
			assertThat(small.indexed()).as("one entry for the person, one for each service")
				.isEqualTo(left.size() + left.stream().mapToInt(session -> session.services().size()).sum());
			clock.advance(Duration.ofHours(1));
			assertThat(small.count()).isZero();
			assertThat(small.indexed()).isZero();
		}

		@Test
		void whenDroppedForRoomThenInNoLookUp() {
			MemorySessionStore small = new MemorySessionStore(clock, new SessionCapacity(10, Long.MAX_VALUE));
			for (int i = 0; i < 1_000; i++) {
				small.create(session("" + i, START.plusSeconds(60)));
			}
			long kept = small.count();
			assertThat(kept).isBetween(1L, 10L);
			assertThat(small.indexed()).isEqualTo(kept);
			assertThat(small.findByPrincipal(PERSON, SessionKey.FIRST, 100)).hasSize((int) kept);
		}

		@Test
		void whenSessionsGrowBeyondWhatFitsThenSomeAreDropped() {
			SessionCapacity capacity = new SessionCapacity(1_000, 100_000);
			MemorySessionStore small = new MemorySessionStore(clock, capacity);
			for (int i = 0; i < 100; i++) {
				small.create(session("" + i, START.plusSeconds(60 + i)));
			}
			assertThat(small.count()).isEqualTo(100);
			for (int i = 0; i < 100; i++) {
				small.update(session("" + i, START.plusSeconds(60)).key(), 1, new byte[4_000]);
				assertThat(capacity.held()).isLessThanOrEqualTo(100_000);
			}
			assertThat(small.count()).isBetween(1L, 99L);
		}

		private StoredService service(String name, String identifier) {
			return new StoredService(digits(name).substring(32), digits(identifier).substring(32), new byte[4]);
		}

		private static StoredSession session(String name, Instant end) {
			return new StoredSession(new SessionKey(digits(name)), PERSON, 1, START, end, end, new byte[16], List.of());
		}

		private static String digits(String name) {
			UUID digest = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
			return digest.toString().replace("-", "").repeat(2);
		}

	}

}
