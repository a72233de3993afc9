package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

import com.hazelcast.core.Hazelcast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HazelcastStorageAutoConfigurationTests {

	private final TestCluster cluster = new TestCluster(3, 1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withBean(InstantSource.class, () -> Node.CLOCK)
		.withBean(SecureRandom.class, SecureRandom::new)
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withPropertyValues("campanile.storage.hazelcast.cluster-name=" + cluster.name(),
				"campanile.storage.hazelcast.port=" + cluster.ports().getFirst())
		.withConfiguration(AutoConfigurations.of(HazelcastStorageAutoConfiguration.class));

	@Test
	void whenOnTheClassPathThenFoundByTheApplication() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(HazelcastStorageAutoConfiguration.class.getName());
	}

	@Test
	void whenNotChosenThenAbsent() {
		runner.run(context -> assertThat(context).doesNotHaveBean(SessionStore.class));
		runner.withPropertyValues("campanile.storage.type=memory")
			.run(context -> assertThat(context).doesNotHaveBean(HazelcastCluster.class));
	}

	@Test
	void whenChosenWithoutMoreThenOneMemberThatWorksAndEndsWithTheApplication() {
		runner.withPropertyValues("campanile.storage.type=hazelcast").run(context -> {
			assertThat(context).hasSingleBean(SessionStore.class)
				.hasSingleBean(OneTimeStore.class)
				.hasSingleBean(RecordStore.class)
				.hasSingleBean(StoreClock.class);
			assertThat(context.getBean(RecordStore.class).create(Node.record("a"))).isTrue();
			assertThat(context.getBean(SessionStore.class).create(Node.session("a"))).isTrue();
			assertThat(context.getBean(OneTimeStore.class).setReplayKey("test", "a", Node.later())).isTrue();
			assertThat(Duration.between(context.getBean(StoreClock.class).read(), Node.CLOCK.instant()).abs())
				.isLessThan(Duration.ofSeconds(30));
		});
		assertThat(Hazelcast.getAllHazelcastInstances())
			.noneMatch(instance -> instance.getConfig().getClusterName().equals(cluster.name()));
	}

	@Test
	void whenTheOthersAreNotThereThenItStartsAndRefusesUntilAMajorityIs() {
		runner
			.withPropertyValues("campanile.storage.type=hazelcast",
					"campanile.storage.hazelcast.members=127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d"
						.formatted(cluster.ports().toArray()))
			.run(context -> {
				assertThat(context).hasNotFailed();
				OneTimeStore oneTime = context.getBean(OneTimeStore.class);
				SessionStore sessions = context.getBean(SessionStore.class);
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> oneTime.setReplayKey("test", "a", Node.later()))
					.withMessageContaining("majority of campanile.storage.hazelcast.cluster-size");
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> sessions.find(Node.key("a")));
				assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(sessions::count);
				RecordStore records = context.getBean(RecordStore.class);
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> records.create(Node.record("a")))
					.withMessageContaining("majority of campanile.storage.hazelcast.cluster-size");
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> records.find(Node.KIND, "a"));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> records.update(Node.KIND, "a", 1, Node.later(), new byte[1]));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> records.remove(Node.KIND, "a"));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> records.findByOwner(Node.KIND, Node.HASH, "", 1));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> sessions.findByPrincipal(Node.HASH, Node.key(""), 1));
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> context.getBean(StoreClock.class).read());
				cluster.startMember(1);
				Polling.until(Duration.ofSeconds(20), () -> oneTime.setReplayKey("test", "b", Node.later()));
				assertThat(context.getBean(StoreClock.class).read()).isNotNull();
			});
		cluster.close();
	}

	@Test
	void whenAClientsServersAreNotThereThenItStartsAndRefusesUntilTheyAre() {
		runner
			.withPropertyValues("campanile.storage.type=hazelcast", "campanile.storage.hazelcast.mode=client",
					"campanile.storage.hazelcast.members=127.0.0.1:" + cluster.ports().get(1))
			.run(context -> {
				assertThat(context).hasNotFailed();
				OneTimeStore oneTime = context.getBean(OneTimeStore.class);
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> oneTime.setReplayKey("test", "a", Node.later()))
					.withMessageContaining("no server of campanile.storage.hazelcast.members");
				assertThatExceptionOfType(StoreUnavailableException.class)
					.isThrownBy(() -> context.getBean(StoreClock.class).read());
				cluster.startMember(1);
				cluster.startMember(2);
				Polling.until(Duration.ofSeconds(20), () -> oneTime.setReplayKey("test", "b", Node.later()));
				assertThat(Duration.between(context.getBean(StoreClock.class).read(), Node.CLOCK.instant()).abs())
					.isLessThan(Duration.ofSeconds(30));
			});
		cluster.close();
	}

	/** For {@code StartFailure} this exception means that the next start may succeed. */
	@Test
	void whenTheAddressIsNotThisHostsThenItsKeyIsNamedAndTheRemedy() {
		runner
			.withPropertyValues("campanile.storage.type=hazelcast",
					"campanile.storage.hazelcast.bind-address=192.0.2.1")
			.run(context -> assertThat(context).getFailure()
				.hasStackTraceContaining(IllegalStateException.class.getName()
						+ ": campanile.storage.hazelcast.bind-address: the Hazelcast member cannot start at \"192.0.2.1\""));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			cluster-name=                                          | cluster-name
			port=0                                                 | port
			cluster-size=-1                                        | cluster-size
			cluster-size=5,members=a:1;b:1                         | cluster-size
			cluster-size=1,members=a:1;b:1                         | cluster-size
			cluster-size=3,members=a:1;b:1;c:1;d:1                 | cluster-size
			cluster-size=1,members=10.0.0.2                        | cluster-size
			backup-count=7                                         | backup-count
			call-timeout=1ms                                       | call-timeout
			mode=client                                            | members
			members=a:1,kubernetes-service-dns=b                   | members
			kubernetes-service-dns=b                               | cluster-size
			kubernetes-service-dns=b,kubernetes-namespace=c        | kubernetes-service-dns
			""")
	void whenASettingIsWrongThenItsKeyIsNamed(String settings, String key) {
		String[] values = settings.trim().split(",");
		for (int i = 0; i < values.length; i++) {
			values[i] = "campanile.storage.hazelcast." + values[i].replace(';', ',');
		}
		runner.withPropertyValues("campanile.storage.type=hazelcast")
			.withPropertyValues(values)
			.run(context -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("campanile.storage.hazelcast." + key));
	}

}
