package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.spi.properties.ClusterProperty;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeCapacity;
import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;
import org.campanile.testkit.Polling;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/** Members of one cluster in this JVM, on free ports of loopback. */
final class TestCluster implements AutoCloseable {

	static final Duration CALL_TIMEOUT = Duration.ofSeconds(3);

	private static final Duration PATIENT_CALL_TIMEOUT = Duration.ofSeconds(15);

	private static final Duration STARTED = Duration.ofSeconds(60);

	private static final SecureRandom RANDOM = new SecureRandom();

	private final List<HazelcastInstance> instances = new ArrayList<>();

	private final List<Integer> ports;

	private final String name;

	private final int backups;

	private final boolean patient;

	private final AtomicInteger turn = new AtomicInteger();

	private int clients;

	TestCluster(int size, int backups) {
		this("test-" + Long.toHexString(RANDOM.nextLong()), Ports.free(size), backups, false);
	}

	TestCluster(String name, List<Integer> ports, int backups, boolean patient) {
		this.name = name;
		this.ports = ports;
		this.backups = backups;
		this.patient = patient;
	}

	/**
	 * Returns a cluster that waits long for a slow member, for tests of members that die,
	 * which is noticed at once.
	 */
	static TestCluster patient(int size, int backups) {
		return new TestCluster("test-" + Long.toHexString(RANDOM.nextLong()), Ports.free(size), backups, true);
	}

	/**
	 * Starts a cluster and waits until all members have joined and have their backups.
	 */
	static TestCluster started(int size) {
		TestCluster cluster = new TestCluster(size, 1);
		for (int i = 0; i < size; i++) {
			cluster.startMember(i);
		}
		Polling.until(STARTED, () -> cluster.instance(0).getPartitionService().isClusterSafe());
		return cluster;
	}

	/** Starts two members, which are the first instances, and two clients of them. */
	static TestCluster client() throws InterruptedException {
		TestCluster cluster = started(2);
		cluster.startClient();
		cluster.startClient();
		return cluster;
	}

	/** Returns the instances in turn; in a cluster with clients, only the clients. */
	HazelcastInstance next() {
		int number = turn.getAndIncrement();
		return clients == 0 ? instances.get(number % instances.size())
				: instances.get(instances.size() - clients + number % clients);
	}

	String name() {
		return name;
	}

	HazelcastStorageProperties properties(Mode mode, int port) {
		return new HazelcastStorageProperties(name, mode, "", port,
				ports.stream().map(each -> "127.0.0.1:" + each).toList(), "", "", "", 0, backups, callTimeout(), 0);
	}

	/**
	 * Returns the properties of a member that lists the given members, by their numbers,
	 * and has that cluster size; 0 for none.
	 */
	HazelcastStorageProperties member(int number, int clusterSize, List<Integer> listed) {
		return new HazelcastStorageProperties(name, Mode.MEMBER, "", ports.get(number),
				listed.stream().map(each -> "127.0.0.1:" + ports.get(each)).toList(), "", "", "", clusterSize, backups,
				callTimeout(), 0);
	}

	private Duration callTimeout() {
		return patient ? PATIENT_CALL_TIMEOUT : CALL_TIMEOUT;
	}

	HazelcastStorageProperties member(int number) {
		return properties(Mode.MEMBER, ports.get(number));
	}

	int backups() {
		return backups;
	}

	boolean isPatient() {
		return patient;
	}

	List<Integer> ports() {
		return ports;
	}

	HazelcastInstance startMember(int number) {
		return startMember(member(number));
	}

	HazelcastInstance startMember(HazelcastStorageProperties properties) {
		HazelcastInstance member = add(Hazelcast.newHazelcastInstance(config(properties)));
		HazelcastCluster.awaitFirstCount(member);
		HazelcastCluster.announceForms(member);
		return member;
	}

	Config config(HazelcastStorageProperties properties) {
		Config config = quick(MemberConfig.of(properties));
		if (patient) {
			config.setProperty("hazelcast.heartbeat.interval.seconds", "4");
			config.setProperty("hazelcast.max.no.heartbeat.seconds", "30");
		}
		return config;
	}

	/** Starts a client and waits until it is connected. */
	HazelcastInstance startClient() throws InterruptedException {
		clients++;
		CountDownLatch connected = new CountDownLatch(1);
		ClientConfig config = ClientSettings.of(properties(Mode.CLIENT, 1));
		config.addListenerConfig(new ListenerConfig((LifecycleListener) event -> {
			if (event.getState() == LifecycleState.CLIENT_CONNECTED) {
				connected.countDown();
			}
		}));
		HazelcastInstance client = add(HazelcastClient.newHazelcastClient(config));
		assertThat(connected.await(30, TimeUnit.SECONDS)).isTrue();
		return client;
	}

	/**
	 * Uses fewer threads, because many members share two processors, and shorter times: 5
	 * or 2 seconds instead of 10.
	 */
	static Config quick(Config config) {
		config.setProperty("hazelcast.operation.thread.count", "2");
		config.setProperty("hazelcast.wait.seconds.before.join", "0");
		config.setProperty("hazelcast.heartbeat.interval.seconds", "1");
		config.setProperty("hazelcast.max.no.heartbeat.seconds", "5");
		config.setProperty("hazelcast.merge.first.run.delay.seconds", "2");
		config.setProperty("hazelcast.merge.next.run.delay.seconds", "2");
		return config;
	}

	HazelcastInstance add(HazelcastInstance instance) {
		instances.add(instance);
		return instance;
	}

	HazelcastInstance instance(int number) {
		return instances.get(number);
	}

	static HazelcastOperations operations(HazelcastInstance instance) {
		if (instance.getName().startsWith("hz.client")) {
			return HazelcastOperations.ofClient(CALL_TIMEOUT);
		}
		String millis = instance.getConfig().getProperty(ClusterProperty.OPERATION_CALL_TIMEOUT_MILLIS.getName());
		return new HazelcastOperations(millis == null ? CALL_TIMEOUT : Duration.ofMillis(Long.parseLong(millis)));
	}

	static HazelcastSessionStore sessions(HazelcastInstance instance, InstantSource clock) {
		return new HazelcastSessionStore(instance, operations(instance), clock, RANDOM,
				new Touches(CALL_TIMEOUT, new SimpleMeterRegistry()));
	}

	static OneTimeCapacity capacity(long limit) {
		return new OneTimeCapacity("campanile.storage.hazelcast.max-marks", limit);
	}

	static HazelcastOneTimeStore oneTime(HazelcastInstance instance, InstantSource clock) {
		return new HazelcastOneTimeStore(instance, operations(instance), clock, RANDOM, capacity(1_000_000));
	}

	static HazelcastRecordStore records(HazelcastInstance instance, InstantSource clock) {
		return new HazelcastRecordStore(instance, operations(instance), clock, RANDOM);
	}

	List<HazelcastInstance> instances() {
		return instances;
	}

	/**
	 * Empties the maps. Retries on failure: a member that freezes for two seconds does
	 * not acknowledge its backups in time, which says nothing about the store.
	 */
	void clear() {
		Polling.until(STARTED, () -> {
			HazelcastMaps.sessions(instances.getFirst()).clear();
			HazelcastMaps.oneTime(instances.getFirst()).clear();
			HazelcastMaps.records(instances.getFirst()).clear();
			return true;
		});
	}

	@Override
	public void close() {
		for (HazelcastInstance instance : instances.reversed()) {
			instance.getLifecycleService().terminate();
		}
	}

}
