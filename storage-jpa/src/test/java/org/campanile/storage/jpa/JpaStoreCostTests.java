package org.campanile.storage.jpa;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.record.StoredRecord;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.testkit.session.SessionFixtures.endByToken;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

/**
 * Tests the cost of operations for the database: statements, transactions, index writes.
 */
class JpaStoreCostTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final String HASH = "cd".repeat(16);

	private final MutableClock clock = new MutableClock(START);

	private final StatementCounter counter = new StatementCounter();

	@AutoClose
	private final Database database = Postgres.open(Postgres.PATIENT, counter);

	private final TestSessions store = Postgres.sessions(database, clock, CommitMode.DURABLE);

	private final JpaOneTimeStore oneTime = new JpaOneTimeStore(database, clock);

	private final JpaRecordStore records = new JpaRecordStore(database, clock);

	/** An operation whose cost is measured. */
	@FunctionalInterface
	private interface Operation {

		Object run() throws Exception;

	}

	@BeforeEach
	void clear() throws Exception {
		Postgres.clear();
	}

	/** Returns the number of statements, and requires that no transaction was begun. */
	private long statements(Operation operation) throws Exception {
		counter.reset();
		operation.run();
		assertThat(counter.transactions()).isZero();
		return counter.statements();
	}

	@Test
	void whenAnythingIsDoneThenItIsOneStatement() throws Exception {
		StoredSession session = session(1);
		assertThat(statements(() -> store.create(session))).isOne();
		assertThat(statements(() -> store.create(session))).as("refused").isOne();
		assertThat(statements(() -> store.find(session.key()))).isOne();
		assertThat(statements(() -> store.addService(session.key(), service("aa")))).isOne();
		assertThat(statements(() -> store.update(session.key(), 1, new byte[1]))).isOne();
		assertThat(statements(() -> store.findByPrincipal(HASH, SessionKey.FIRST, 10))).isOne();
		assertThat(statements(() -> store.findByIdentifier(HASH, SessionKey.FIRST, 10))).isOne();
		assertThat(statements(() -> store.count())).isOne();
		assertThat(statements(() -> store.end(session.key()))).isOne();
		assertThat(statements(() -> oneTime.setReplayKey("request", "a", START.plusSeconds(9)))).isOne();
		assertThat(statements(() -> oneTime.put("ticket", "a", new byte[1], START.plusSeconds(9)))).isOne();
		assertThat(statements(() -> oneTime.take("ticket", "a"))).isOne();
		String key = "ab".repeat(32);
		StoredRecord record = new StoredRecord("pgt", key, key, 1, START.plusSeconds(9), new byte[1]);
		assertThat(statements(() -> records.create(record))).isOne();
		assertThat(statements(() -> records.create(record))).as("refused").isOne();
		assertThat(statements(() -> records.find("pgt", key))).isOne();
		assertThat(statements(() -> records.update("pgt", key, 1, record.end(), new byte[1]))).isOne();
		assertThat(statements(() -> records.update("pgt", key, 1, record.end(), new byte[1]))).as("refused")
			.isEqualTo(2);
		assertThat(statements(() -> records.findByOwner("pgt", key, "", 10))).isOne();
		assertThat(statements(() -> records.remove("pgt", key))).isOne();
	}

	@Test
	void whenAPersonSignsInThenOneStatementAndToAServiceTheyUsedOneRead() throws Exception {
		Sessions sessions = SessionFixtures.sessions(store, SessionFixtures.sealer(1), clock);
		NewSession begun = sessions.begin(SessionFixtures.user("alice", START), SessionFixtures.mail("a@example.edu"),
				Optional.empty());
		SsoSession session = Sessions.withService(begun.session(), signOn("one"));
		assertThat(statements(() -> {
			sessions.store(session);
			return session;
		})).as("login with its service").isOne();
		assertThat(statements(() -> findByToken(sessions, begun.token()))).as("a known service").isOne();
		assertThat(statements(
				() -> sessions.addService(findByToken(sessions, begun.token()).orElseThrow(), signOn("two"))))
			.as("a new service")
			.isEqualTo(2);
		assertThat(statements(() -> endByToken(sessions, begun.token()))).as("logout").isOne();
	}

	@Test
	void whenTouchedAThousandTimesThenOneWriteOfOneStatement() throws Exception {
		StoredSession session = session(1);
		store.create(session);
		assertThat(statements(() -> {
			for (int i = 1; i <= 1_000; i++) {
				store.touch(session.key(), session.idleExpiresAt().plusSeconds(i));
			}
			store.flush();
			store.flush();
			return session;
		})).isOne();
		assertThat(store.find(session.key()).orElseThrow().idleExpiresAt())
			.isEqualTo(session.idleExpiresAt().plusSeconds(1_000));
	}

	/** Waiting for the lock could exceed the deadline of the whole batch. */
	@Test
	void whenASessionIsLockedThenTheOthersAreTouchedAndItIsLater() throws Exception {
		StoredSession locked = session(1);
		StoredSession free = session(2);
		store.create(locked);
		store.create(free);
		Instant later = free.idleExpiresAt().plusSeconds(60);
		store.touch(locked.key(), later);
		store.touch(free.key(), later);
		try (Connection other = Postgres.connect(); Statement statement = other.createStatement()) {
			other.setAutoCommit(false);
			statement.execute("SELECT 1 FROM campanile_session WHERE key = decode('" + locked.key().value()
					+ "', 'hex') FOR UPDATE");
			store.flush();
			assertThat(store.find(free.key()).orElseThrow().idleExpiresAt()).isEqualTo(later);
			assertThat(store.find(locked.key()).orElseThrow().idleExpiresAt()).isEqualTo(locked.idleExpiresAt());
			other.rollback();
		}
		store.flush();
		assertThat(store.find(locked.key()).orElseThrow().idleExpiresAt()).isEqualTo(later);
	}

	@ParameterizedTest
	@EnumSource(CommitMode.class)
	void whenManySessionsAreTouchedThenInBatches(CommitMode commitMode) throws Exception {
		TestSessions node = Postgres.sessions(database, clock, commitMode);
		for (int i = 0; i < 600; i++) {
			node.create(session(i));
		}
		assertThat(statements(() -> {
			for (int i = 0; i < 600; i++) {
				node.touch(session(i).key(), session(i).idleExpiresAt().plusSeconds(i + 1));
			}
			node.flush();
			return node;
		})).isEqualTo(2);
		assertThat(node.find(session(599).key()).orElseThrow().idleExpiresAt())
			.isEqualTo(session(599).idleExpiresAt().plusSeconds(600));
	}

	/**
	 * Measures whether the log still has unflushed records when an operation has
	 * returned.
	 */
	@ParameterizedTest
	@EnumSource(CommitMode.class)
	void whenFastThenCreatingAndTouchingAloneDoNotWaitForTheDisk(CommitMode commitMode) throws Exception {
		TestSessions node = Postgres.sessions(database, clock, commitMode);
		int created = 0;
		int touched = 0;
		int others = 0;
		for (int i = 0; i < 20; i++) {
			StoredSession session = session(i);
			node.create(session);
			created += unwritten();
			node.touch(session.key(), session.expiresAt());
			node.flush();
			touched += unwritten();
			node.update(session.key(), 1, new byte[1]);
			others += unwritten();
			node.end(session.key());
			others += unwritten();
			oneTime.setReplayKey("request", "a" + i, START.plusSeconds(60));
			others += unwritten();
			oneTime.put("ticket", "a" + i, new byte[1], START.plusSeconds(60));
			others += unwritten();
			oneTime.take("ticket", "a" + i);
			others += unwritten();
		}
		// The server itself writes to the log occasionally.
		assertThat(others).isLessThan(10);
		if (commitMode == CommitMode.FAST) {
			assertThat(created).isGreaterThan(10);
			assertThat(touched).isGreaterThan(10);
		}
		else {
			assertThat(created).isLessThan(5);
			assertThat(touched).isLessThan(5);
		}
	}

	private static int unwritten() throws Exception {
		return (int) Postgres
			.number("SELECT CASE WHEN pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN 1 ELSE 0 END");
	}

	/** Updates must be heap-only (HOT), which need no index writes and no vacuum. */
	@Test
	void whenSessionsAreTouchedNowAndThenThenNoIndexIsWritten() throws Exception {
		for (int i = 0; i < 200; i++) {
			store.create(session(i));
		}
		Postgres.execute("SELECT pg_stat_reset()");
		for (int round = 0; round < 20; round++) {
			for (int i = round % 10; i < 200; i += 10) {
				store.touch(session(i).key(), session(i).idleExpiresAt().plusSeconds(round + 1));
			}
			store.flush();
		}
		Polling.until(Duration.ofSeconds(30), () -> {
			database.call("telling",
					session -> session
						.createNativeQuery("SELECT CAST(pg_stat_force_next_flush() AS text) AS done", String.class)
						.getResultList());
			return updates("n_tup_upd") == 400;
		});
		assertThat(updates("n_tup_hot_upd")).isGreaterThan(380);
	}

	private static long updates(String which) throws Exception {
		return Postgres.number("SELECT " + which + " FROM pg_stat_user_tables WHERE relname = 'campanile_session'");
	}

	private static StoredSession session(int number) {
		String digits = "%08x".formatted(number);
		return new StoredSession(new SessionKey(digits.repeat(8)), HASH, 1, START, START.plusSeconds(36_000),
				START.plusSeconds(1_800), new byte[300], List.of(service(digits)));
	}

	private static StoredService service(String digits) {
		return new StoredService(digits.repeat(32 / digits.length()), HASH, new byte[100]);
	}

	private static ServiceSignOn signOn(String name) {
		return new ServiceSignOn(ProtocolId.UNNAMED, "https://" + name + ".example.org",
				new Handle("name at " + name, "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"), START);
	}

}
