package org.campanile.storage.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.session.SessionStore;
import org.campanile.storage.memory.MemoryDurableAutoConfiguration.MemoryDurableProperties;
import org.campanile.testkit.identifier.HeapConsentStore;
import org.campanile.testkit.identifier.HeapPersistentIdStore;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryDurableAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(InstantSource.class, () -> InstantSource.fixed(Instant.EPOCH))
		.withConfiguration(AutoConfigurations.of(MemoryDurableAutoConfiguration.class));

	/** Durable stores, as another storage module provides them. */
	@AutoConfiguration
	static class OtherStore {

		@Bean
		PersistentIdStore otherPersistentIdStore() {
			return new HeapPersistentIdStore(new HashMap<>());
		}

		@Bean
		ConsentStore otherConsentStore(InstantSource clock) {
			return new HeapConsentStore(clock, new HashMap<>());
		}

	}

	@Test
	void whenOnTheClassPathThenFoundByTheApplication() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(MemoryDurableAutoConfiguration.class.getName());
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "hazelcast" })
	void whenNoOtherKeepsThemThenMemoryWhateverKeepsSessions(String type) {
		runner.withPropertyValues("campanile.storage.type=" + type).run(context -> {
			assertThat(context.getBean(PersistentIdStore.class)).isInstanceOf(MemoryPersistentIdStore.class);
			assertThat(context.getBean(ConsentStore.class)).isInstanceOf(MemoryConsentStore.class);
			assertThat(context).doesNotHaveBean(SessionStore.class);
			assertThat(context.getBean(MemoryDurableProperties.class))
				.isEqualTo(new MemoryDurableProperties(1_000_000, 1_000_000, 100_000, false));
		});
	}

	@Test
	void whenAnotherKeepsThemThenNothing() {
		runner.withConfiguration(AutoConfigurations.of(OtherStore.class)).run(context -> {
			assertThat(context).hasSingleBean(PersistentIdStore.class).hasSingleBean(ConsentStore.class);
			assertThat(context.getBean(PersistentIdStore.class)).isInstanceOf(HeapPersistentIdStore.class);
			assertThat(context.getBean(ConsentStore.class)).isInstanceOf(HeapConsentStore.class);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "max-persistent-ids=0", "max-consents=-1" })
	void whenABoundIsNoCapacityThenTheKeyIsNamed(String property) {
		runner.withPropertyValues("campanile.storage.memory.durable." + property).run(context -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessageStartingWith(
						"campanile.storage.memory.durable." + property.substring(0, property.indexOf('=')) + ": ")
				.hasMessageEndingWith("set 1 or more");
		});
	}

}
