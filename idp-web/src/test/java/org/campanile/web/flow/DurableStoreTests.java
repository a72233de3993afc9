package org.campanile.web.flow;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.store.resilience.StoreGuards;
import org.campanile.testkit.Polling;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the durable store in a running server. */
class DurableStoreTests {

	private static final RecordKind KIND = new RecordKind("test");

	private volatile @Nullable GenericApplicationContext context;

	private BeanFactory beans() {
		return Objects.requireNonNull(context).getBeanFactory();
	}

	@Test
	void whenFactorsAreOnThenTheirRecordsAreApartAndTheirKeyIsCreated() throws Exception {
		try (TestIdp idp = TestIdp.start(TestIdp.newHome(), started -> {
			context = started;
			CountingBeans.register(started, InstantSource.system());
		}, "campanile.factors.enabled=true")) {
			assertThat(idp.home().resolve("credentials/factors-0001.key")).exists();
			CountingBeans counting = idp.bean(CountingBeans.class);
			counting.forget();
			Records durable = beans().getBean("durableRecords", Records.class);
			assertThat(durable.create(KIND, "key", "alice", Instant.now().plus(Duration.ofHours(1)), new byte[] { 7 }))
				.isTrue();
			assertThat(durable.find(KIND, "key").orElseThrow().content()).containsExactly(7);
			assertThat(counting.durableRecords()).hasSize(2);
			assertThat(counting.records()).isEmpty();
			assertThat(idp.bean(Records.class)).isNotSameAs(durable);
			assertThat(idp.bean(Records.class).find(KIND, "key")).isEmpty();
			assertThat(health("factorKeysHealthIndicator").getStatus()).isEqualTo(Status.UP);
		}
	}

	@Test
	void whenFactorsAreOffThenNoKeyIsCreated() {
		try (TestIdp idp = TestIdp.start(TestIdp.newHome(), started -> context = started)) {
			assertThat(idp.home().resolve("credentials/sealing-0001.key")).exists();
			assertThat(idp.home().resolve("credentials").toFile().list()).noneMatch(name -> name.startsWith("factors"));
			assertThat(beans().containsBean("durableRecords")).isFalse();
		}
	}

	@Test
	void whenTheDatabaseOfWhatIsKeptForGoodIsDownThenTheNodeIsReadyAndSaysSo() {
		try (TestIdp idp = TestIdp.start(TestIdp.newHome(), started -> context = started,
				"campanile.storage.durable.type=jpa",
				"campanile.storage.jpa.url=jdbc:postgresql://127.0.0.1:1/campanile")) {
			StoreGuards guards = idp.bean(StoreGuards.class);
			Polling.until(Duration.ofSeconds(30), () -> guards.durableFaults().size() == 3);
			assertThat(guards.sessionFaults()).isEmpty();
			assertThat(guards.signOnFaults()).isEmpty();
			Health store = health("storeHealthIndicator");
			assertThat(store.getStatus()).isEqualTo(Status.UP);
			assertThat(store.getDetails().get("durable")).asString().contains("durable-records");
			assertThat(health("clockHealthIndicator").getStatus()).isEqualTo(Status.UP);
		}
	}

	private Health health(String bean) {
		return Objects.requireNonNull(beans().getBean(bean, HealthIndicator.class).health());
	}

}
