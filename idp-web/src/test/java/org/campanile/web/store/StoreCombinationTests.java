package org.campanile.web.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreSettings;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests combinations of stores for sessions and for durable data. */
class StoreCombinationTests {

	/** Nothing listens at this address, so the server starts without its database. */
	private static final String NO_DATABASE = "campanile.storage.jpa.url=jdbc:postgresql://127.0.0.1:1/campanile";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(InstantSource.class, InstantSource::system)
		.withBean(SecureRandom.class)
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(StoreSettings.class, () -> new StoreSettings(Duration.ofSeconds(1)))
		.withPropertyValues(NO_DATABASE, "campanile.storage.hazelcast.cluster-name=combinations",
				"campanile.storage.hazelcast.port=" + Ports.free())
		.withConfiguration(AutoConfigurations.of(stores()));

	private static Class<?>[] stores() {
		ClassLoader loader = StoreCombinationTests.class.getClassLoader();
		return ImportCandidates.load(AutoConfiguration.class, loader)
			.getCandidates()
			.stream()
			.filter(name -> name.startsWith("org.campanile.storage."))
			.map(name -> ClassUtils.resolveClassName(name, loader))
			.toArray(Class<?>[]::new);
	}

	@ParameterizedTest
	@CsvSource({ "'', '', Memory, Memory, false", "memory, '', Memory, Memory, false",
			"memory, memory, Memory, Memory, false", "memory, jpa, Memory, Jpa, false", "jpa, '', Jpa, Jpa, true",
			"jpa, jpa, Jpa, Jpa, true", "hazelcast, '', Hazelcast, Memory, true",
			"hazelcast, memory, Hazelcast, Memory, true", "hazelcast, jpa, Hazelcast, Jpa, true" })
	void whenStoresAreChosenThenEachKeepsItsPartAndTheClockIsThatOfTheSessions(String type, String durable,
			String sessions, String forGood, boolean sharedClock) {
		ApplicationContextRunner chosen = type.isEmpty() ? runner
				: runner.withPropertyValues("campanile.storage.type=" + type);
		(durable.isEmpty() ? chosen : chosen.withPropertyValues("campanile.storage.durable.type=" + durable))
			.run(context -> {
				assertThat(context).hasNotFailed();
				assertThat(name(context.getBean(SessionStore.class))).isEqualTo(sessions + "SessionStore");
				assertThat(name(context.getBean(OneTimeStore.class))).isEqualTo(sessions + "OneTimeStore");
				assertThat(name(context.getBean(RecordStore.class))).isEqualTo(sessions + "RecordStore");
				RecordStore records = context.getBean(RecordStore.DURABLE, RecordStore.class);
				assertThat(name(records)).isEqualTo(forGood + "RecordStore");
				assertThat(records).isNotSameAs(context.getBean(RecordStore.class));
				assertThat(context.getBeansOfType(RecordStore.class)).hasSize(2);
				assertThat(name(context.getBean(PersistentIdStore.class))).isEqualTo(forGood + "PersistentIdStore");
				assertThat(name(context.getBean(ConsentStore.class))).isEqualTo(forGood + "ConsentStore");
				assertThat(context.getBeansOfType(StoreClock.class)).hasSize(sharedClock ? 1 : 0);
				if (type.equals("hazelcast")) {
					assertThat(context.getBean(StoreClock.class).read()).isNotNull();
				}
				assertThat(context.containsBean("jpaMaintenance")).isEqualTo(forGood.equals("Jpa"));
				assertThat(context.containsBean("jpaTouchBuffer")).isEqualTo(sessions.equals("Jpa"));
			});
	}

	private static String name(Object store) {
		return store.getClass().getSimpleName();
	}

}
