package org.campanile.storage.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.storage.memory.MemoryStorageAutoConfiguration.MemoryStorageProperties;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MemoryStorageAutoConfigurationTests {

	private static final Instant START = Instant.parse("2026-03-29T00:59:58Z");

	private final MutableClock clock = new MutableClock(START);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(InstantSource.class, () -> clock)
		.withConfiguration(AutoConfigurations.of(MemoryStorageAutoConfiguration.class));

	@Test
	void whenOnTheClassPathThenFoundByTheApplication() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(MemoryStorageAutoConfiguration.class.getName());
	}

	@Test
	void whenNothingIsChosenThenMemory() {
		runner.run(context -> {
			assertThat(context).hasSingleBean(SessionStore.class)
				.hasSingleBean(OneTimeStore.class)
				.hasSingleBean(RecordStore.class);
			assertThat(context.getBean(SessionStore.class)).isInstanceOf(MemorySessionStore.class);
			assertThat(context.getBean(OneTimeStore.class)).isInstanceOf(MemoryOneTimeStore.class);
			assertThat(context.getBean(MemoryStorageProperties.class))
				.isEqualTo(new MemoryStorageProperties(1_000_000, 1_000_000, 100_000));
		});
	}

	@Test
	void whenMemoryIsChosenThenMemory() {
		runner.withPropertyValues("campanile.storage.type=memory")
			.run(context -> assertThat(context).hasSingleBean(SessionStore.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "jpa", "hazelcast", "memories" })
	void whenAnotherStoreIsChosenThenNothing(String type) {
		runner.withPropertyValues("campanile.storage.type=" + type)
			.run(context -> assertThat(context).doesNotHaveBean(SessionStore.class)
				.doesNotHaveBean(OneTimeStore.class)
				.doesNotHaveBean(RecordStore.class)
				.doesNotHaveBean(MemoryStorageProperties.class));
	}

	@Test
	void whenThereIsAClockThenTheStoresKeepItsTime() {
		runner.run(context -> {
			SessionStore store = context.getBean(SessionStore.class);
			StoredSession session = new StoredSession(new SessionKey("a".repeat(64)), "0".repeat(32), 1, START,
					START.plusSeconds(60), START.plusSeconds(60), new byte[1], List.of());
			store.create(session);
			assertThat(store.find(session.key())).isPresent();
			clock.set(START.plusSeconds(60));
			assertThat(store.find(session.key())).isEmpty();
		});
	}

	@Test
	void whenBoundsAreSetThenTheyHold() {
		runner.withPropertyValues("campanile.storage.memory.max-marks=1", "campanile.storage.memory.max-sessions=2")
			.run(context -> {
				OneTimeStore marks = context.getBean(OneTimeStore.class);
				assertThat(marks.setReplayKey("request", "a", START.plusSeconds(60))).isTrue();
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> marks.setReplayKey("request", "b", START.plusSeconds(60)));
				SessionStore sessions = context.getBean(SessionStore.class);
				for (int i = 0; i < 10; i++) {
					sessions.create(new StoredSession(new SessionKey(("" + i).repeat(64)), "0".repeat(32), 1, START,
							START.plusSeconds(60), START.plusSeconds(60), new byte[1], List.of()));
				}
				assertThat(sessions.count()).isBetween(1L, 2L);
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-sessions=0", "max-sessions=-1", "max-marks=0", "max-records=0" })
	void whenABoundIsNoCapacityThenTheKeyIsNamed(String property) {
		runner.withPropertyValues("campanile.storage.memory." + property).run(context -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessageStartingWith(
						"campanile.storage.memory." + property.substring(0, property.indexOf('=')) + ": ")
				.hasMessageEndingWith("set 1 or more");
		});
	}

}
