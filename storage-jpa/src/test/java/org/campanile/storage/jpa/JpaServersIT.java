package org.campanile.storage.jpa;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.Relay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the kits against the distribution's PostgreSQL, and tests the store while the
 * server is stopped or killed.
 */
class JpaServersIT {

	private static final String HASH = "cd".repeat(16);

	private static @Nullable DebianPostgres server;

	@BeforeAll
	static void startServer() throws Exception {
		server = new DebianPostgres();
		Postgres.use(server.port());
	}

	@AfterAll
	static void stopServer() throws Exception {
		Postgres.use(0);
		server().close();
	}

	private static DebianPostgres server() {
		return Objects.requireNonNull(server);
	}

	@Nested
	class SessionKit extends JpaSessionStoreTests {

	}

	@Nested
	class SessionsKit extends JpaSessionsTests {

	}

	@Nested
	class OneTimeKit extends JpaOneTimeStoreTests {

	}

	@Nested
	class RecordKit extends JpaRecordStoreTests {

	}

	@Nested
	class RecordPurgeKit extends JpaRecordPurgeTests {

	}

	@Nested
	class PersistentIdKit extends JpaPersistentIdStoreTests {

	}

	@Nested
	class ConsentKit extends JpaConsentStoreTests {

	}

	@Nested
	class PurgeKit extends JpaPurgeTests {

	}

	@Nested
	class CostKit extends JpaStoreCostTests {

	}

	@Nested
	class SecrecyKit extends JpaStoreSecrecyTests {

	}

	@Nested
	class FaultKit extends JpaStoreFaultTests {

		/** Resets every connection, like a server that was killed. */
		@Override
		Relay.Mode fault() {
			return Relay.Mode.RESET;
		}

	}

	/** Verifies the statistics of the server itself. */
	@Test
	void whenAnythingIsDoneThenTheServerSeesOneStatementAndNoTransactionAround() throws Exception {
		Postgres.clear();
		Postgres.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
		InstantSource clock = InstantSource.system();
		try (Database database = Postgres.open(Postgres.PATIENT)) {
			TestSessions store = Postgres.sessions(database, clock, CommitMode.FAST);
			OneTimeStore oneTime = new JpaOneTimeStore(database, clock);
			Postgres.execute("SELECT pg_stat_statements_reset()");
			for (int i = 0; i < 10; i++) {
				StoredSession session = session(i, clock.instant());
				store.create(session);
				store.find(session.key());
				store.addService(session.key(), new StoredService("ef".repeat(16), HASH, new byte[1]));
				store.touch(session.key(), session.expiresAt());
				store.flush();
				store.end(session.key());
				oneTime.setReplayKey("request", "a" + i, session.expiresAt());
			}
			String where = " FROM pg_stat_statements WHERE toplevel AND query NOT LIKE '%pg_stat_statements%'";
			assertThat(Postgres.text("SELECT string_agg(calls || ' times ' || query, E'\\n')" + where
					+ " AND query LIKE '%campanile\\_%' AND calls <> 10"))
				.isNull();
			assertThat(Postgres.number("SELECT sum(calls)" + where + " AND query LIKE '%campanile\\_%'")).isEqualTo(60);
			assertThat(Postgres.number("SELECT count(*)" + where
					+ " AND (query ILIKE 'begin%' OR query ILIKE 'commit%' OR query ILIKE 'rollback%')"))
				.isZero();
		}
	}

	/** A failure of the server. */
	@FunctionalInterface
	private interface Disaster {

		void happen() throws Exception;

	}

	@Test
	void whenTheServerIsRestartedUnderTrafficThenNothingAcknowledgedIsLost() throws Exception {
		disaster(() -> server().stop());
	}

	@Test
	void whenTheServerIsKilledUnderTrafficThenNothingAcknowledgedIsLost() throws Exception {
		for (int round = 0; round < 3; round++) {
			disaster(() -> server().kill());
		}
	}

	private void disaster(Disaster disaster) throws Exception {
		Postgres.clear();
		InstantSource clock = InstantSource.system();
		StoreSettings settings = new StoreSettings(Duration.ofMillis(500));
		try (Database database = new Database(
				Postgres.properties(Postgres.url(), 4, Duration.ofSeconds(1), Duration.ofSeconds(2)), settings,
				new SimpleMeterRegistry()); ExecutorService threads = Executors.newFixedThreadPool(4)) {
			database.prepare();
			TestSessions store = Postgres.sessions(database, clock, CommitMode.DURABLE);
			OneTimeStore oneTime = new JpaOneTimeStore(database, clock);
			RecordStore records = new JpaRecordStore(database, clock);
			Queue<StoredSession> created = new ConcurrentLinkedQueue<>();
			Queue<StoredSession> ended = new ConcurrentLinkedQueue<>();
			AtomicInteger number = new AtomicInteger();
			AtomicInteger failed = new AtomicInteger();
			AtomicBoolean stop = new AtomicBoolean();
			List<Future<?>> traffic = new ArrayList<>();
			for (int thread = 0; thread < 4; thread++) {
				traffic.add(threads.submit(() -> {
					while (!stop.get()) {
						StoredSession session = session(number.incrementAndGet(), clock.instant());
						try {
							assertThat(store.create(session)).isTrue();
							assertThat(oneTime.setReplayKey("request", session.key().value(), session.expiresAt()))
								.isTrue();
							assertThat(records.create(record(session, 1))).isTrue();
							assertThat(records.update("pgt", session.key().value(), 1, session.expiresAt(),
									new byte[] { 2 }))
								.isEqualTo(new RecordUpdate.Updated(2));
							if (number.get() % 4 == 0) {
								assertThat(store.end(session.key())).isPresent();
								assertThat(records.remove("pgt", session.key().value())).isPresent();
								ended.add(session);
							}
							else {
								created.add(session);
							}
						}
						catch (StoreUnavailableException ex) {
							failed.incrementAndGet();
						}
					}
					return null;
				}));
			}
			try {
				Polling.until(() -> created.size() > 200);
				disaster.happen();
				Polling.until(() -> failed.get() > 0);
				server().start();
				long returned = System.nanoTime();
				int before = created.size();
				Polling.until(() -> created.size() > before + 50);
				System.out.printf("50 rounds of commits within %d ms of the server's return%n",
						(System.nanoTime() - returned) / 1_000_000);
			}
			finally {
				stop.set(true);
			}
			for (Future<?> future : traffic) {
				future.get();
			}
			for (StoredSession session : created) {
				assertThat(store.find(session.key())).isPresent();
				assertThat(records.find("pgt", session.key().value()).orElseThrow().version()).isEqualTo(2);
				assertThat(oneTime.setReplayKey("request", session.key().value(), session.expiresAt())).isFalse();
			}
			for (StoredSession session : ended) {
				assertThat(store.find(session.key())).isEmpty();
				assertThat(records.find("pgt", session.key().value())).isEmpty();
			}
		}
	}

	private static StoredRecord record(StoredSession session, int state) {
		return new StoredRecord("pgt", session.key().value(), HASH + HASH, 1, session.expiresAt(),
				new byte[] { (byte) state });
	}

	private static StoredSession session(int number, Instant now) {
		Instant start = Instant.ofEpochMilli(now.toEpochMilli());
		return new StoredSession(new SessionKey("%064x".formatted(number)), HASH, 1, start, start.plusSeconds(3_600),
				start.plusSeconds(600), new byte[300], List.of(new StoredService(HASH, HASH, new byte[50])));
	}

}
