package org.campanile.storage.jpa;

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

	private final Logger logger = (Logger) LoggerFactory.getLogger(OneTimeEntries.class);

	private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

	@BeforeEach
	void listen() throws Exception {
		// First, as it makes the tables.
		Postgres.node(0);
		Postgres.clear();
		lines.start();
		logger.addAppender(lines);
	}

	@AfterEach
	void clear() throws Exception {
		logger.detachAppender(lines);
		holding(0);
	}

	@Test
	void whenThereAreManyThenTheGaugeTellsAndOneWarningUntilTheyWereFew() throws Exception {
		OneTimeEntries entries = new OneTimeEntries(Postgres.node(0), 1000, meters);
		for (int count : List.of(0, 999, 1000, 3000, 600, 1000, 499, 2000)) {
			holding(count);
			entries.refresh();
			assertThat(meters.get("campanile.store.one-time.entries").gauge().value()).isEqualTo(count);
		}
		assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
			.satisfiesExactly(first -> assertThat(first).contains("about 1000 "),
					second -> assertThat(second).contains("about 2000 "));
	}

	private static void holding(int count) throws Exception {
		Postgres.execute("DELETE FROM campanile_one_time");
		Postgres.execute("INSERT INTO campanile_one_time (key, kind, expires_at) "
				+ "SELECT sha256(CAST(CAST(n AS text) AS bytea)), 'request', now() FROM generate_series(1, " + count
				+ ") n");
		// What the server does by itself after a minute.
		Postgres.execute("VACUUM ANALYZE campanile_one_time");
	}

}
