package org.campanile.storage.jpa;

import java.sql.ResultSet;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.directory.ServerAddress;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests statements without Hibernate, on a pool with one connection, in a separate
 * database: the server continues a statement for a while after its client is gone, and
 * until then no table of that database can be vacuumed.
 */
@Timeout(60)
class DatabaseTests {

	/**
	 * A statement that would run longer than any test unless it is stopped. The text is
	 * unique, because the server may still run the statement of another test.
	 */
	private final String endless = "SELECT pg_sleep(300) -- " + UUID.randomUUID();

	private static final String INSERT = "INSERT INTO campanile_one_time (key, kind, expires_at)"
			+ " VALUES ('\\x01', 'test', now()) RETURNING key";

	private static final String DATABASE = "statements";

	private final Relay relay = new Relay(new ServerAddress("127.0.0.1", Postgres.port()));

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();

	private final Database database = database(Postgres.PATIENT);

	@BeforeAll
	static void create() throws Exception {
		Postgres.execute("CREATE DATABASE " + DATABASE);
	}

	@AfterAll
	static void drop() throws Exception {
		Postgres.execute("DROP DATABASE " + DATABASE + " WITH (FORCE)");
	}

	@BeforeEach
	void prepare() {
		database.prepare();
	}

	@AfterEach
	void close() throws Exception {
		others.shutdownNow();
		others.close();
		database.close();
		relay.close();
	}

	private Database database(StoreSettings settings) {
		return new Database(Postgres.properties(Postgres.url(relay.address().port(), DATABASE), 1,
				Duration.ofSeconds(5), Duration.ofSeconds(30)), settings, meters);
	}

	/** With a short deadline, and a connection, as opening one may take long. */
	private Database hasty() {
		Database hasty = database(new StoreSettings(Duration.ofSeconds(3)));
		hasty.prepare();
		Polling.until(() -> hasty.query("testing", "SELECT 1", parameters -> {
		}, ResultSet::next));
		return hasty;
	}

	private boolean query(String sql) throws StoreUnavailableException {
		return database.query("testing", sql, parameters -> {
		}, ResultSet::next);
	}

	private void assertUsable() throws StoreUnavailableException {
		assertThat(query("SELECT 1")).isTrue();
		assertThat(active()).as("connections that were not returned").isZero();
	}

	private double active() {
		return meters.get("hikaricp.connections.active").gauge().value();
	}

	@Test
	void whenItReturnsThenTheStatementIsCommitted() throws Exception {
		assertThat(query(INSERT)).isTrue();
		try (Database other = database(Postgres.PATIENT)) {
			other.prepare();
			assertThat(other.<Boolean>query("looking", "SELECT 1 FROM campanile_one_time", parameters -> {
			}, ResultSet::next)).isTrue();
		}
	}

	/** A session that ends must take along the services that are added meanwhile. */
	@Test
	void whenAnotherIsolationLevelIsTheDefaultThenStatementsSeeWhatIsCommitted() throws Exception {
		Postgres.execute("ALTER DATABASE " + DATABASE + " SET default_transaction_isolation = 'repeatable read'");
		try (Database other = database(Postgres.PATIENT)) {
			other.prepare();
			String level = other.query("testing", "SHOW transaction_isolation", parameters -> {
			}, rows -> rows.next() ? rows.getString(1) : "");
			assertThat(level).isEqualTo("read committed");
		}
		finally {
			Postgres.execute("ALTER DATABASE " + DATABASE + " RESET default_transaction_isolation");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "SELECT * FROM nowhere | refused (SQL state 42P01)",
					"INSERT INTO campanile_one_time (key) VALUES (NULL) RETURNING key | refused (SQL state 23502)",
					"SELECT pg_terminate_backend(pg_backend_pid()) | the server was stopped (SQL state 57P01)" })
	void whenTheServerRefusesThenTheReasonIsTheStateAndNothingElse(String sql, String reason) throws Exception {
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> query(sql))
			.withMessage("PostgreSQL: testing: " + reason);
		assertUsable();
	}

	@Test
	void whenReadingFailsThenTheConnectionIsReturned() throws Exception {
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> database.query("testing", "SELECT 'one'", parameters -> {
			}, rows -> rows.next() ? rows.getInt(1) : 0));
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> database.query("testing", "SELECT 1", parameters -> {
				throw new IllegalStateException();
			}, ResultSet::next));
		assertUsable();
	}

	@Test
	void whenTheStatementTakesLongerThanTheDeadlineThenTheServerCancelsIt() throws Exception {
		try (Database hasty = hasty()) {
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> hasty.query("testing", endless, parameters -> {
				}, ResultSet::next))
				.withMessageContaining("cancelled at the deadline (SQL state 57014)");
		}
	}

	@Test
	void whenNoConnectionIsFreeThenFailsBeforeTheDeadlineAndNamesTheSetting() throws Exception {
		CompletableFuture<Boolean> taken = new CompletableFuture<>();
		CompletableFuture<Boolean> enough = new CompletableFuture<>();
		try (Database hasty = hasty()) {
			Future<Boolean> holder = others.submit(() -> hasty.query("holding", "SELECT 1", parameters -> {
			}, rows -> {
				taken.complete(true);
				return enough.join();
			}));
			taken.join();
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> hasty.query("testing", "SELECT 1", parameters -> {
				}, ResultSet::next))
				.withMessageContaining("campanile.storage.jpa.pool-size");
			enough.complete(true);
			assertThat(holder.get()).isTrue();
		}
	}

	@Test
	void whenTheConnectionBreaksInTheMiddleThenUnavailableAndTheNextCallHasANewOne() throws Exception {
		Future<Boolean> caller = others.submit(() -> query(endless));
		awaitRunning();
		relay.cut();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(caller::get)
			.havingCause()
			.isInstanceOf(StoreUnavailableException.class)
			.withMessageContaining("the server cannot be reached");
		assertUsable();
	}

	/**
	 * The guard interrupts the thread of a statement whose result is no longer needed.
	 */
	@Test
	void whenTheThreadIsInterruptedThenUnavailableAtOnceAndTheNextCallHasANewConnection() throws Exception {
		FutureTask<Boolean> caller = new FutureTask<>(() -> query(endless));
		Thread thread = Thread.startVirtualThread(caller);
		awaitRunning();
		thread.interrupt();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(caller::get)
			.havingCause()
			.isInstanceOf(StoreUnavailableException.class)
			.withMessageContaining("the server cannot be reached");
		assertUsable();
	}

	@Test
	void whenInterruptedWhileWaitingForAConnectionThenUnavailableAndStillInterrupted() throws Exception {
		Future<Boolean> holder = others.submit(() -> query(endless));
		awaitRunning();
		Thread.currentThread().interrupt();
		try {
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> query("SELECT 1"))
				.withMessageEndingWith("interrupted")
				.havingRootCause()
				.isInstanceOf(InterruptedException.class);
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		}
		finally {
			Thread.interrupted();
			holder.cancel(true);
		}
	}

	private void awaitRunning() throws Exception {
		Polling.until(() -> Postgres
			.number("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query = '" + endless + "'") == 1);
	}

}
