package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.consent.ConsentStore;
import org.campanile.directory.ServerAddress;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.Relay;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JpaStorageAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(InstantSource.class, () -> InstantSource.system())
		.withBean(SecureRandom.class)
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(StoreSettings.class, () -> new StoreSettings(Duration.ofSeconds(5)))
		.withPropertyValues("campanile.storage.type=jpa", "campanile.storage.jpa.username=postgres",
				"campanile.storage.jpa.url=" + Postgres.url())
		.withConfiguration(AutoConfigurations.of(JpaStorageAutoConfiguration.class, JpaDurableAutoConfiguration.class));

	@Test
	void whenOnTheClassPathThenFoundByTheApplication() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(JpaStorageAutoConfiguration.class.getName(), JpaDurableAutoConfiguration.class.getName());
	}

	@ParameterizedTest
	@CsvSource({ "durable", "fast" })
	void whenChosenThenEverythingIsInTheDatabase(String commitMode) {
		runner.withPropertyValues("campanile.storage.jpa.commit-mode=" + commitMode).run(context -> {
			Postgres.clear();
			assertThat(context).hasSingleBean(SessionStore.class)
				.hasSingleBean(OneTimeStore.class)
				.hasBean(RecordStore.DURABLE)
				.hasSingleBean(PersistentIdStore.class)
				.hasSingleBean(ConsentStore.class);
			assertThat(context.getBean(RecordStore.class)).isNotSameAs(context.getBean(RecordStore.DURABLE));
			Instant now = context.getBean(StoreClock.class).read();
			assertThat(Duration
				.between(now,
						Instant.ofEpochSecond(
								Postgres.number("SELECT CAST(extract(epoch FROM clock_timestamp()) AS bigint)")))
				.abs()).isLessThan(Duration.ofMinutes(1));
			SessionStore store = context.getBean(SessionStore.class);
			StoredSession session = session(context.getBean(InstantSource.class).instant());
			assertThat(store.create(session)).isTrue();
			assertThat(store.create(session)).isFalse();
			store.touch(session.key(), session.expiresAt());
			Polling.until(Duration.ofSeconds(30),
					() -> store.find(session.key()).orElseThrow().idleExpiresAt().equals(session.expiresAt()));
			assertThat(context.getBean(MeterRegistry.class).find("hikaricp.connections").gauge()).isNotNull();
		});
	}

	@Test
	void whenStoppedThenTouchesAreWritten() {
		StoredSession session = session(InstantSource.system().instant());
		runner.run(context -> {
			Postgres.clear();
			context.getBean(SessionStore.class).create(session);
			context.getBean(SessionStore.class).touch(session.key(), session.expiresAt());
		});
		runner.run(context -> assertThat(
				context.getBean(SessionStore.class).find(session.key()).orElseThrow().idleExpiresAt())
			.isEqualTo(session.expiresAt()));
	}

	@Test
	void whenAnotherStoreIsChosenThenNothing() {
		runner.withPropertyValues("campanile.storage.type=memory")
			.run(context -> assertThat(context).doesNotHaveBean(SessionStore.class).doesNotHaveBean(Database.class));
	}

	@Test
	void whenOnlyWhatIsKeptForGoodIsChosenThenThatIsInTheDatabaseAndPurged() throws Exception {
		Postgres.clear();
		Postgres.execute("INSERT INTO campanile_record (kind, key_hash, owner_hash, version, expires_at, state) VALUES"
				+ " ('test', '\\x00', '\\x00', 1, clock_timestamp() - interval '10 minutes', '\\x00'),"
				+ " ('test', '\\x01', '\\x01', 1, clock_timestamp() + interval '10 minutes', '\\x00')");
		runner
			.withPropertyValues("campanile.storage.type=hazelcast", "campanile.storage.durable.type=jpa",
					"campanile.storage.jpa.purge-interval=1s", "campanile.storage.jpa.purge-budget=1s")
			.run(context -> {
				assertThat(context).hasSingleBean(PersistentIdStore.class)
					.hasSingleBean(ConsentStore.class)
					.hasSingleBean(RecordStore.class)
					.hasBean(RecordStore.DURABLE)
					.doesNotHaveBean(SessionStore.class)
					.doesNotHaveBean(OneTimeStore.class)
					.doesNotHaveBean(StoreClock.class);
				assertThat(context.getBean(MeterRegistry.class).find("campanile.store.one-time.entries").gauge())
					.isNull();
				Polling.until(Duration.ofSeconds(30),
						() -> Postgres.number("SELECT count(*) FROM campanile_record") == 1);
			});
	}

	@ParameterizedTest
	@CsvSource({ "url, ''", "url, jdbc:mysql://db/campanile", "url, jdbc:postgresql://db/c?password=x",
			"url, jdbc:postgresql://db:99999/c", "url, jdbc:postgresql://db:0/c", "url, jdbc:postgresql://db",
			"url, jdbc:postgresql://me:secret@db/c", "url, 'jdbc:postgresql://db:5432,/x y'",
			"url, 'jdbc:postgresql://db:5432,other:x/c'", "pool-size, 0", "connect-timeout, 10ms", "socket-timeout, 2h",
			"purge-interval, 0s", "purge-batch, 0", "purge-budget, 2m" })
	void whenASettingIsOfNoUseThenTheKeyIsNamed(String key, String value) {
		runner.withPropertyValues("campanile.storage.jpa." + key + "=" + value).run(context -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessageStartingWith("campanile.storage.jpa." + key + ": ")
				.hasMessageContaining("set ")
				.hasMessageNotContaining("secret");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "db/c", "db:5432/c?sslmode=verify-full", "db1:5432,db2/c", "[::1]:5432/c",
			"[fd00::1],10.0.0.1:1/c", "/c", "db/?connectTimeout=3" })
	void whenTheUrlIsOneThatTheDriverTakesThenItIsTaken(String rest) {
		assertThat(Postgres.properties("jdbc:postgresql://" + rest, 1, Duration.ofSeconds(1), Duration.ofSeconds(1))
			.requireUrl()).endsWith(rest);
		assertThat(org.postgresql.Driver.parseURL("jdbc:postgresql://" + rest, null)).isNotNull();
	}

	@Test
	void whenTheServerIsAwayThenItStartsAndSaysWhyAndGoesOnWhenItComes() throws Exception {
		Postgres.execute("DROP DATABASE IF EXISTS late");
		try (Relay relay = new Relay(new ServerAddress("127.0.0.1", Postgres.port())); Messages log = new Messages()) {
			relay.mode(Relay.Mode.RESET);
			runner
				.withPropertyValues(
						"campanile.storage.jpa.url=jdbc:postgresql://127.0.0.1:" + relay.address().port() + "/late")
				.run(context -> {
					assertThat(context).hasNotFailed();
					OneTimeStore store = context.getBean(OneTimeStore.class);
					assertThatExceptionOfType(StoreUnavailableException.class)
						.isThrownBy(() -> store.setReplayKey("request", "a", Instant.MAX))
						.withMessageContaining("not ready")
						.withMessageContaining("cannot be reached");
					relay.mode(Relay.Mode.FORWARD);
					Polling.until(Duration.ofSeconds(30), () -> log.contains("no such database"));
					Postgres.execute("CREATE DATABASE late");
					Instant end = InstantSource.system().instant().plusSeconds(60);
					Polling.until(Duration.ofSeconds(30), () -> {
						try {
							return store.setReplayKey("request", "a", end);
						}
						catch (StoreUnavailableException ex) {
							return false;
						}
					});
				});
			assertThat(log.errors()).hasSize(2)
				.allSatisfy(line -> assertThat(line).startsWith("campanile.storage.jpa.url: jdbc:postgresql://")
					.contains("retried"));
		}
	}

	@Test
	void whenNothingListensThenItSaysSo() throws Exception {
		runner.withPropertyValues("campanile.storage.jpa.url=" + Postgres.url(Ports.free(), "campanile"))
			.run(context -> assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> context.getBean(SessionStore.class).count())
				.withMessageContaining("the server cannot be reached"));
	}

	@Test
	void whenTheServerDoesNotKnowTheRoleThenOneLineSaysSo() {
		try (Messages log = new Messages()) {
			runner.withPropertyValues("campanile.storage.jpa.username=nobody").run(context -> {
				assertThat(context).hasNotFailed();
				assertThat(log.errors()).singleElement()
					.asString()
					.contains("refuses the role or its password")
					.contains("campanile.storage.jpa.username")
					.doesNotContain("Exception");
			});
		}
	}

	private static StoredSession session(Instant now) {
		Instant start = Instant.ofEpochMilli(now.toEpochMilli());
		return new StoredSession(new SessionKey("ab".repeat(32)), "cd".repeat(16), 1, start, start.plusSeconds(3_600),
				start.plusSeconds(600), new byte[1], List.of());
	}

	/** Collects the log messages of the schema during a test. */
	private static final class Messages implements AutoCloseable {

		private final Logger logger = (Logger) LoggerFactory.getLogger(Schema.class);

		private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

		Messages() {
			appender.start();
			logger.addAppender(appender);
		}

		List<String> errors() {
			return List.copyOf(appender.list)
				.stream()
				.filter(event -> event.getLevel() == ch.qos.logback.classic.Level.ERROR)
				.map(ILoggingEvent::getFormattedMessage)
				.toList();
		}

		boolean contains(String text) {
			return errors().stream().anyMatch(line -> line.contains(text));
		}

		@Override
		public void close() {
			logger.detachAppender(appender);
		}

	}

}
