package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests which sessions are removed when the memory store is full, and what is reported.
 */
class CapacityLimiterTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58Z");

	private static final Duration IDLE = Duration.ofHours(1);

	private final MutableClock clock = new MutableClock(START);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final List<Logger> loggers = new ArrayList<>();

	@BeforeEach
	void listen() {
		log.start();
		listenTo(CapacityLimiter.class);
	}

	private void listenTo(Class<?> type) {
		Logger logger = (Logger) LoggerFactory.getLogger(type);
		logger.addAppender(log);
		loggers.add(logger);
	}

	@AfterEach
	void listenNoMore() {
		loggers.forEach(logger -> logger.detachAppender(log));
	}

	/** An eviction by frequency of use would remove the new sessions instead. */
	@Test
	void whenFullOfBusySessionsThenEveryoneWhoSignsInStaysSignedIn() {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(500, Long.MAX_VALUE));
		for (int i = 0; i < 500; i++) {
			create(store, i);
		}
		for (int i = 0; i < 20 * 500; i++) {
			assertThat(store.find(key(i % 500))).isPresent();
		}
		for (int i = 500; i < 900; i++) {
			clock.advance(Duration.ofSeconds(2));
			create(store, i);
			assertThat(store.find(key(i))).isPresent();
		}
		for (int i = 500; i < 900; i++) {
			assertThat(store.find(key(i))).as("newcomer %s", i).isPresent();
		}
		assertThat(store.count()).isBetween(490L, 500L);
		assertThat(store.indexed()).isEqualTo((int) store.count());
	}

	@Test
	void whenFullThenThoseGoThatWouldEndSoonest() {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(20, Long.MAX_VALUE));
		List<Integer> order = new ArrayList<>(IntStream.rangeClosed(1, 20).boxed().toList());
		Collections.shuffle(order, new Random(7));
		for (int i : order) {
			store.create(session(i, START.plus(Duration.ofMinutes(90L * i))));
		}
		for (int i = 21; i <= 30; i++) {
			store.create(session(i, START.plus(Duration.ofMinutes(90L * i))));
		}
		for (int i = 1; i <= 30; i++) {
			assertThat(store.find(key(i)).isPresent()).as("session %s", i).isEqualTo(i > 10);
		}
	}

	@Test
	void whenTouchedThenAnotherGoes() {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(10, Long.MAX_VALUE));
		for (int i = 0; i < 10; i++) {
			create(store, i);
			clock.advance(Duration.ofMinutes(1));
		}
		store.touch(key(0), clock.instant().plus(IDLE));
		for (int i = 10; i < 19; i++) {
			create(store, i);
		}
		assertThat(store.find(key(0))).isPresent();
		for (int i = 1; i < 10; i++) {
			assertThat(store.find(key(i))).as("session %s", i).isEmpty();
		}
	}

	@Test
	void whenManyComeAtOnceThenNeverManyMoreThanFitAndInTheEndNoMore() throws Exception {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(1_000, Long.MAX_VALUE));
		List<Long> most = Race.run(8, number -> {
			long seen = 0;
			for (int i = 0; i < 4_000; i++) {
				create(store, number * 4_000 + i);
				seen = Math.max(seen, store.count());
			}
			return seen;
		});
		assertThat(most).allSatisfy(seen -> assertThat(seen).isBetween(990L, 1_000L + 256 + 8));
		assertThat(store.count()).isBetween(900L, 1_000L);
		assertThat(store.indexed()).isEqualTo((int) store.count());
	}

	@Test
	void whenTheRoomIsTakenByExpiredSessionsThenItReturnsAllTheSame() {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(10, Long.MAX_VALUE));
		for (int i = 0; i < 10; i++) {
			store.create(session(i, START.plusMillis(5)));
		}
		clock.advance(Duration.ofMillis(5));
		store.create(session(10, START.plusSeconds(60)));
		clock.advance(Duration.ofSeconds(3));
		store.create(session(11, START.plusSeconds(60)));
		assertThat(store.find(key(11))).isPresent();
		assertThat(store.count()).isBetween(1L, 2L);
	}

	@Test
	void whenSessionsAreDroppedThenOneLineAMinuteSaysSoAndWhatToRaise() {
		MemorySessionStore store = new MemorySessionStore(clock, new SessionCapacity(10, Long.MAX_VALUE));
		for (int i = 0; i < 10; i++) {
			create(store, i);
		}
		assertThat(log.list).isEmpty();
		for (int i = 10; i < 30; i++) {
			create(store, i);
		}
		assertThat(log.list).singleElement().satisfies(event -> {
			assertThat(event.getLevel()).isEqualTo(Level.WARN);
			assertThat(event.getFormattedMessage()).contains("campanile.storage.memory.max-sessions",
					"soonest first: 1.", "Raise ");
		});
		clock.advance(Duration.ofSeconds(61));
		create(store, 30);
		assertThat(log.list).hasSize(2);
		assertThat(log.list.getLast().getFormattedMessage()).contains("soonest first: 20.");
	}

	@Test
	void whenSessionsTakeMoreOfTheHeapThanTheyMayThenThoseGoThatWouldEndSoonest() {
		SessionCapacity capacity = new SessionCapacity(1_000_000, 500_000);
		MemorySessionStore store = new MemorySessionStore(clock, capacity);
		for (int i = 0; i < 2_000; i++) {
			clock.advance(Duration.ofSeconds(1));
			create(store, i);
			assertThat(capacity.held()).isLessThan(600_000);
			assertThat(store.find(key(i))).isPresent();
		}
		assertThat(store.count()).isBetween(1_000L, 1_300L);
		assertThat(store.find(key(0))).isEmpty();
		assertThat(log.list.getFirst().getFormattedMessage()).contains("Sessions may take half of the heap", "-Xmx");
	}

	@Test
	void whenSessionsGrowBeyondTheirShareOfTheHeapThenOthersGo() {
		SessionCapacity capacity = new SessionCapacity(1_000_000, 200_000);
		MemorySessionStore store = new MemorySessionStore(clock, capacity);
		for (int i = 0; i < 100; i++) {
			create(store, i);
		}
		for (int i = 0; i < 100; i++) {
			store.addService(key(99),
					new StoredService("%032x".formatted(i), "%032x".formatted(1_000 + i), new byte[2_000]));
		}
		assertThat(capacity.held()).isLessThanOrEqualTo(200_000);
		assertThat(store.count()).isLessThan(100);
	}

	@Test
	void whenSessionsHaveLeftInAnyWayThenNothingIsHeld() {
		SessionCapacity capacity = new SessionCapacity(50, 1_000_000);
		MemorySessionStore store = new MemorySessionStore(clock, capacity);
		for (int i = 0; i < 120; i++) {
			create(store, i);
		}
		store.addService(key(110), new StoredService("a".repeat(32), "b".repeat(32), new byte[700]));
		store.update(key(111), 1, new byte[900]);
		store.end(key(112));
		store.touch(key(113), clock.instant().plus(IDLE.multipliedBy(2)));
		assertThat(capacity.held()).isGreaterThan(1_600);
		clock.advance(Duration.ofDays(2));
		assertThat(store.count()).isZero();
		assertThat(capacity.held()).isZero();
	}

	@Test
	void whenFourFifthsOfTheShareAreTakenThenAWarningSaysWhatToDoBeforeAnybodyIsDropped() {
		listenTo(SessionCapacity.class);
		SessionCapacity capacity = new SessionCapacity(1_000_000, 100_000);
		MemorySessionStore store = new MemorySessionStore(clock, capacity);
		for (int i = 0; i < 200; i++) {
			create(store, i);
		}
		assertThat(store.count()).isEqualTo(200);
		assertThat(log.list).singleElement()
			.extracting(ILoggingEvent::getFormattedMessage)
			.asString()
			.contains("of the heap that they may", "CAMPANILE_JAVA_OPTS=-Xmx");
	}

	private void create(MemorySessionStore store, int number) {
		assertThat(store.create(session(number, clock.instant().plus(IDLE)))).isTrue();
	}

	private static StoredSession session(int number, Instant end) {
		return new StoredSession(key(number), "0".repeat(32), 1, START, START.plus(Duration.ofDays(3)), end,
				new byte[16], List.of());
	}

	private static SessionKey key(int number) {
		return new SessionKey("%064x".formatted(number * 0x9E3779B97F4A7C15L));
	}

}
