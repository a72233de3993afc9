package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.ServerAddress;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.Relay;
import org.campanile.testkit.store.StoreFaultContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests a database that discards all packets, like a pulled cable, and one whose tables
 * are locked, so that statements wait.
 */
class JpaStoreFaultTests extends StoreFaultContract {

	private static final MutableClock clock = new MutableClock(Instant.parse("2026-03-29T00:59:58.123Z"));

	private static @Nullable Relay relay;

	private static @Nullable Database database;

	private static @Nullable SessionStore sessions;

	private static @Nullable OneTimeStore oneTime;

	private static @Nullable RecordStore records;

	private @Nullable Connection locker;

	/** Returns how the server becomes unreachable. */
	Relay.Mode fault() {
		return Relay.Mode.BLACKHOLE;
	}

	@BeforeAll
	static void open() {
		relay = new Relay(new ServerAddress("127.0.0.1", Postgres.port()));
		JpaStorageProperties properties = Postgres.properties(Postgres.url(relay.address().port(), "postgres"), 2,
				Duration.ofSeconds(1), Duration.ofSeconds(1));
		database = new Database(properties, new StoreSettings(Duration.ofSeconds(1)), new SimpleMeterRegistry());
		database.prepare();
		sessions = Postgres.sessions(database, clock, CommitMode.DURABLE);
		oneTime = new JpaOneTimeStore(database, clock);
		records = new JpaRecordStore(database, clock);
	}

	@AfterAll
	static void close() throws Exception {
		there(database).close();
		there(relay).close();
	}

	@Override
	protected SessionStore sessions() {
		return there(sessions);
	}

	@Override
	protected OneTimeStore oneTime() {
		return there(oneTime);
	}

	@Override
	protected RecordStore records() {
		return there(records);
	}

	/** Waits until the pool has recovered from the previous test. */
	@Override
	protected void reset() throws Exception {
		Postgres.clear();
		Polling.until(recovery(), () -> {
			try {
				sessions().count();
				return true;
			}
			catch (StoreUnavailableException ex) {
				return false;
			}
		});
	}

	@Override
	protected void cut() {
		there(relay).mode(fault());
	}

	@Override
	protected void slow() throws SQLException {
		Connection connection = Postgres.connect();
		connection.setAutoCommit(false);
		connection.createStatement()
			.execute("LOCK TABLE campanile_session, campanile_session_service, campanile_one_time,"
					+ " campanile_record IN ACCESS EXCLUSIVE MODE");
		locker = connection;
	}

	@Override
	protected void heal() throws SQLException {
		there(relay).mode(Relay.Mode.FORWARD);
		if (locker != null) {
			locker.close();
			locker = null;
		}
	}

	@Override
	protected Instant now() {
		return clock.instant();
	}

	/** The requirement is three seconds; the rest allows for a busy build machine. */
	@Override
	protected Duration bound() {
		return Duration.ofSeconds(8);
	}

	/** The pool recovers within ten seconds; the rest allows for a busy build machine. */
	@Override
	protected Duration recovery() {
		return Duration.ofSeconds(30);
	}

	private static <T> T there(@Nullable T value) {
		return Objects.requireNonNull(value);
	}

}
