package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.consent.Acknowledgements;
import org.campanile.consent.Consent;
import org.campanile.consent.Consents;
import org.campanile.identifier.PersistentIds;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.seal.RecordSealing;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.Sessions.NewSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.factor.EnrolmentRemains;
import org.campanile.testkit.logout.LogoutRemains;
import org.campanile.testkit.session.SessionFixtures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.campanile.testkit.session.SessionFixtures.findByToken;

/** Tests what an attacker with read or write access to the tables can do. */
class JpaStoreSecrecyTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final List<String> TABLES = List.of("campanile_session", "campanile_session_service",
			"campanile_one_time", "campanile_persistent_id", "campanile_consent", "campanile_record");

	private static final RecordKind KIND = new RecordKind("test");

	private final MutableClock clock = new MutableClock(START);

	private final Database database = Postgres.node(0);

	private final Sessions sessions = SessionFixtures.sessions(Postgres.sessions(database, clock, CommitMode.DURABLE),
			SessionFixtures.sealer(1), clock);

	private final Records records = new Records(new JpaRecordStore(database, clock), SessionFixtures.sealer(1), clock);

	@BeforeEach
	void clear() throws Exception {
		Postgres.clear();
	}

	private NewSession begin(String name) throws Exception {
		NewSession begun = sessions.begin(SessionFixtures.user(name, START),
				SessionFixtures.mail(name + "@mail.example.edu"), Optional.empty());
		sessions.store(Sessions.withService(begun.session(),
				new ServiceSignOn(ProtocolId.UNNAMED, "https://planted.example.org",
						new Handle("nameid-of-" + name, "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"),
						START)));
		return begun;
	}

	@Test
	void whenAllTablesAreDumpedThenNothingOfAPersonIsInThem() throws Exception {
		NewSession begun = begin("planted-alice");
		new JpaOneTimeStore(database, clock).setReplayKey("request", "planted-request", START.plusSeconds(60));
		RecordSealing sealing = new RecordSealing("salt".getBytes(UTF_8), new SecureRandom());
		new PersistentIds(new JpaPersistentIdStore(database), sealing, "employeeNumber", clock, new SecureRandom())
			.findOrCreate("planted-4711", "planted-alice", "https://planted.example.org", "nameid-of-planted-alice");
		new Consents(new JpaConsentStore(database, clock), sealing, clock).give("planted-alice",
				"https://planted.example.org", new Consent.Given(Set.of("planted-attribute"),
						Map.of("planted-attribute", "planted-digest"), Consent.Choice.NEVER, Set.of("planted-denied")),
				Duration.ofDays(1), Optional.empty());
		new Acknowledgements(new JpaConsentStore(database, clock), sealing, clock).give("planted-alice", "terms",
				"planted-terms", "planted-version");
		records.create(KIND, "planted-key", "planted-alice", START.plusSeconds(60), "planted-content".getBytes(UTF_8));
		String dump = dump();
		assertThat(dump).contains(begun.session().key().value()).contains(TABLES);
		String random = begun.token().substring(9);
		for (String planted : List.of("planted-", "@mail.example.edu", "nameid-of-", "planted.example.org",
				begun.token(), random)) {
			assertThat(dump).doesNotContain(planted).doesNotContain(HexFormat.of().formatHex(planted.getBytes(UTF_8)));
		}
		assertThat(dump).doesNotContain(HexFormat.of().formatHex(Base64.getUrlDecoder().decode(random)))
			.doesNotContain(HexFormat.of().formatHex(begun.session().secret()));
	}

	@Test
	void whenALogoutIsUnderWayThenNothingOfItOrItsPersonIsInTheTables() throws Exception {
		List<String> secrets = LogoutRemains.leave(new JpaOneTimeStore(database, LogoutRemains.CLOCK));
		assertThat(Postgres.number("SELECT count(*) FROM campanile_one_time")).isEqualTo(LogoutRemains.COUNT);
		String dump = dump();
		assertThat(dump.lines().filter(line -> line.startsWith("campanile_one_time"))).hasSize(LogoutRemains.COUNT);
		for (String secret : secrets) {
			assertThat(dump).doesNotContain(secret).doesNotContain(HexFormat.of().formatHex(secret.getBytes(UTF_8)));
		}
	}

	@Test
	void whenAUserHasEnrolledThenNothingOfItIsInTheTables() throws Exception {
		List<String> planted = EnrolmentRemains.leave(
				new JpaDurableAutoConfiguration.DurableStores().durableRecordStore(database, clock),
				new JpaOneTimeStore(database, clock), clock);
		assertThat(Postgres.number("SELECT count(*) FROM campanile_record")).isEqualTo(EnrolmentRemains.RECORDS);
		assertThat(Postgres.number("SELECT count(*) FROM campanile_one_time")).isOne();
		assertThat(Postgres.number("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'campanile_%'"
				+ " AND tablename <> 'campanile_schema_history'"))
			.as("all tables are dumped")
			.isEqualTo(TABLES.size());
		EnrolmentRemains.assertAbsent(dump(), planted);
	}

	/** Returns all rows as text, with bytes as hexadecimal digits. */
	private static String dump() throws Exception {
		StringBuilder dump = new StringBuilder();
		try (Connection connection = Postgres.connect(); Statement statement = connection.createStatement()) {
			for (String table : TABLES) {
				try (ResultSet rows = statement.executeQuery("SELECT CAST(t AS text) FROM " + table + " t")) {
					while (rows.next()) {
						dump.append(table).append(rows.getString(1)).append('\n');
					}
				}
			}
		}
		return dump.toString();
	}

	@Test
	void whenTheStatesOfTwoSessionsAreSwappedThenNeitherOpens() throws Exception {
		NewSession alice = begin("alice");
		NewSession mallory = begin("mallory");
		assertThat(findByToken(sessions, alice.token())).isPresent();
		Postgres.execute("UPDATE campanile_session s SET state = (SELECT o.state FROM campanile_session o"
				+ " WHERE o.key <> s.key)");
		assertThat(findByToken(sessions, alice.token())).isEmpty();
		assertThat(findByToken(sessions, mallory.token())).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "state = (SELECT o.state FROM campanile_record o WHERE o.key_hash <> r.key_hash)",
			"owner_hash = (SELECT o.owner_hash FROM campanile_record o WHERE o.key_hash <> r.key_hash)",
			"expires_at = expires_at + interval '1 year'" })
	void whenRecordsAreSwappedOrMadeToLastThenNeitherOpens(String change) throws Exception {
		for (String name : List.of("alice", "mallory")) {
			records.create(KIND, name + "'s", name, START.plusSeconds(60), name.getBytes(UTF_8));
			assertThat(records.find(KIND, name + "'s")).isPresent();
		}
		Postgres.execute("UPDATE campanile_record r SET " + change);
		for (String name : List.of("alice", "mallory")) {
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> records.find(KIND, name + "'s"));
		}
	}

	@Test
	void whenASessionIsMadeToLastThenItDoesNotOpen() throws Exception {
		NewSession alice = begin("alice");
		Postgres.execute("UPDATE campanile_session SET expires_at = expires_at + interval '1 year'");
		assertThat(findByToken(sessions, alice.token())).isEmpty();
	}

	@Test
	void whenAServiceIsMovedToAnotherSessionThenItIsNotInIt() throws Exception {
		NewSession alice = begin("alice");
		NewSession mallory = begin("mallory");
		Postgres.execute("UPDATE campanile_session_service SET session_key = '\\x" + mallory.session().key().value()
				+ "' WHERE session_key = '\\x" + alice.session().key().value() + "'");
		assertThat(findByToken(sessions, alice.token()).orElseThrow().services()).isEmpty();
		assertThat(findByToken(sessions, mallory.token()).orElseThrow().services()).hasSize(1);
	}

}
