package org.campanile.storage.jpa;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.jspecify.annotations.Nullable;

import org.campanile.store.StoreSettings;

/**
 * The server that all tests of a JVM share, and two nodes on it: an embedded PostgreSQL
 * unless another server is selected. The embedded one waits for its log like a real
 * server, but does not force it to disk ({@code fsync=off}), since no test kills it.
 */
final class Postgres {

	/** A long deadline, as the speed of a race on few processors is not tested. */
	static final StoreSettings PATIENT = new StoreSettings(Duration.ofSeconds(20));

	private static final AtomicInteger otherPort = new AtomicInteger();

	private static final List<Database> nodes = new ArrayList<>();

	private Postgres() {
	}

	/** Starts the server on first use. */
	private static final class Embedded {

		private static final EmbeddedPostgres SERVER = start();

		private static EmbeddedPostgres start() {
			try {
				return EmbeddedPostgres.builder()
					.setServerConfig("synchronous_commit", "on")
					.setServerConfig("wal_writer_delay", "10s")
					.start();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/** Selects another server on loopback from now on; 0 for the embedded one. */
	static void use(int port) {
		synchronized (nodes) {
			nodes.forEach(Database::close);
			nodes.clear();
			otherPort.set(port);
		}
	}

	/** Returns one of the two nodes that the tests share; callers must not close it. */
	static Database node(int number) {
		synchronized (nodes) {
			while (nodes.size() < 2) {
				nodes.add(open(PATIENT));
			}
			return nodes.get(number % 2);
		}
	}

	static int port() {
		int other = otherPort.get();
		return other > 0 ? other : Embedded.SERVER.getPort();
	}

	static String url() {
		return url(port(), "postgres");
	}

	static String url(int port, String database) {
		return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
	}

	static JpaStorageProperties properties(String url, int poolSize, Duration connectTimeout, Duration socketTimeout) {
		return new JpaStorageProperties(url, "postgres", "", poolSize, connectTimeout, socketTimeout,
				CommitMode.DURABLE, Duration.ofMinutes(1), 1000, Duration.ofSeconds(5));
	}

	/** Opens a node's database and creates the tables. */
	static Database open(StoreSettings settings) {
		return open(settings, new StatementCounter());
	}

	/**
	 * Opens a node's database like {@link #open(StoreSettings)}, counting its statements.
	 */
	static Database open(StoreSettings settings, StatementCounter counter) {
		JpaStorageProperties properties = properties(url(), 6, Duration.ofSeconds(5), Duration.ofSeconds(30));
		ReconnectingDataSource server = new ReconnectingDataSource(counter.count(Pool.server(properties, settings)));
		Database database = new Database(server, properties, settings, new SimpleMeterRegistry());
		database.prepare();
		return database;
	}

	/** Returns a node's sessions; their touches are buffered until they are flushed. */
	static TestSessions sessions(Database database, InstantSource clock, CommitMode commitMode) {
		TouchBuffer touches = new TouchBuffer(database, clock, commitMode, new SimpleMeterRegistry());
		return new TestSessions(new JpaSessionStore(database, clock, commitMode, touches), touches);
	}

	/** Returns a node's purge with batches of seven entries. */
	static Purge purge(Database node, InstantSource clock, int rows, Duration budget) {
		return new Purge(node, clock, new Purge.PurgeLimits(7, rows, budget, Duration.ofSeconds(10), Duration.ZERO),
				new SimpleMeterRegistry());
	}

	static Connection connect() throws SQLException {
		return DriverManager.getConnection(url(), "postgres", "");
	}

	static void execute(String sql) throws SQLException {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	static long number(String sql) throws SQLException {
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(sql)) {
			result.next();
			return result.getLong(1);
		}
	}

	static @Nullable String text(String sql) throws SQLException {
		try (Connection connection = connect();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(sql)) {
			result.next();
			return result.getString(1);
		}
	}

	/** Empties the tables. */
	static void clear() throws SQLException {
		node(0);
		execute("TRUNCATE campanile_session, campanile_session_service, campanile_one_time, campanile_persistent_id,"
				+ " campanile_consent, campanile_record");
	}

}
