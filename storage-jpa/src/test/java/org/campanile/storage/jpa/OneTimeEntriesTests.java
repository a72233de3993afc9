package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class OneTimeEntriesTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private Database database;

	private final Logger logger = (Logger) LoggerFactory.getLogger(OneTimeEntries.class);

	private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

	/**
	 * Uses a separate database, because connections of other tests report their
	 * statistics long after their writes.
	 */
	@BeforeEach
	void open() throws Exception {
		Postgres.execute("DROP DATABASE IF EXISTS entries");
		Postgres.execute("CREATE DATABASE entries");
		database = new Database(Postgres.properties(Postgres.url(Postgres.port(), "entries"), 1, Duration.ofSeconds(5),
				Duration.ofSeconds(30)), Postgres.PATIENT, meters);
		database.prepare();
		lines.start();
		logger.addAppender(lines);
	}

	@AfterEach
	void close() throws Exception {
		logger.detachAppender(lines);
		database.close();
		Postgres.execute("DROP DATABASE entries WITH (FORCE)");
	}

	@Test
	void whenThereAreManyThenTheGaugeTellsAndOneWarningUntilTheyWereFew() throws Exception {
		OneTimeEntries entries = new OneTimeEntries(database, 1000, meters);
		for (int count : List.of(0, 999, 1000, 3000, 600, 1000, 499, 2000)) {
			holding(count);
			entries.refresh();
			assertThat(meters.get("campanile.store.one-time.entries").gauge().value()).isEqualTo(count);
		}
		assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
			.satisfiesExactly(first -> assertThat(first).contains("about 1000 "),
					second -> assertThat(second).contains("about 2000 "));
	}

	private static void holding(int count) throws SQLException {
		try (Connection connection = DriverManager.getConnection(Postgres.url(Postgres.port(), "entries"), "postgres",
				""); Statement statement = connection.createStatement()) {
			// Otherwise these rows would be added to the count of VACUUM when the
			// connection is closed.
			statement.execute("SET track_counts = off");
			statement.execute("DELETE FROM campanile_one_time");
			statement.execute("INSERT INTO campanile_one_time (key, kind, expires_at) "
					+ "SELECT sha256(CAST(CAST(n AS text) AS bytea)), 'request', now() FROM generate_series(1, " + count
					+ ") n");
			statement.execute("SET track_counts = on");
			// The server does this itself after about a minute.
			statement.execute("VACUUM ANALYZE campanile_one_time");
		}
	}

}
