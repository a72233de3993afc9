package org.campanile.storage.hazelcast;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.ServerAddress;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;
import org.campanile.testkit.Polling;
import org.campanile.testkit.directory.Relay;
import org.campanile.testkit.store.StoreFaultContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests a client whose connection to its server breaks, or discards all data. */
class ClientFaultTests extends StoreFaultContract {

	/** The limit of calls that have to fail. */
	private static final Duration LIMIT = Duration.ofMillis(300);

	/** The limit of calls to a server that can be reached. */
	private static final Duration LONG = Duration.ofSeconds(3);

	private static TestCluster cluster = new TestCluster(1, 1);

	private static Relay relay = new Relay(new ServerAddress("127.0.0.1", cluster.ports().getFirst()));

	private volatile HazelcastOperations operations = HazelcastOperations.ofClient(LONG);

	private final SecureRandom random = new SecureRandom();

	@BeforeAll
	static void start() {
		Config config = TestCluster.quick(MemberConfig.of(cluster.member(0)));
		config.getNetworkConfig().setPublicAddress("127.0.0.1:" + relay.address().port());
		cluster.add(Hazelcast.newHazelcastInstance(config));
		ClientConfig client = ClientSettings.of(new HazelcastStorageProperties(cluster.name(), Mode.CLIENT, "", 1,
				List.of("127.0.0.1:" + relay.address().port()), "", "", "", 0, 1, LIMIT, 0));
		cluster.add(HazelcastClient.newHazelcastClient(client));
	}

	@AfterAll
	static void stop() throws IOException {
		cluster.close();
		relay.close();
	}

	@Override
	protected SessionStore sessions() {
		return new HazelcastSessionStore(client(), operations, Node.CLOCK, random,
				new Touches(LIMIT, new SimpleMeterRegistry()));
	}

	@Override
	protected OneTimeStore oneTime() {
		return new HazelcastOneTimeStore(client(), operations, Node.CLOCK, random, TestCluster.capacity(1_000_000));
	}

	@Override
	protected RecordStore records() {
		return new HazelcastRecordStore(client(), operations, Node.CLOCK, random);
	}

	private static HazelcastInstance client() {
		return cluster.instance(1);
	}

	@Override
	protected void reset() {
		Polling.until(Duration.ofSeconds(30), () -> HazelcastMaps.oneTime(client()).get("nothing") == null);
		cluster.clear();
	}

	@Override
	protected void cut() {
		operations = HazelcastOperations.ofClient(LIMIT);
		relay.mode(Relay.Mode.RESET);
		relay.cut();
	}

	@Override
	protected void slow() {
		operations = HazelcastOperations.ofClient(LIMIT);
		relay.mode(Relay.Mode.BLACKHOLE);
	}

	@Override
	protected void heal() {
		relay.mode(Relay.Mode.FORWARD);
		relay.cut();
		operations = HazelcastOperations.ofClient(LONG);
	}

	@Override
	protected Instant now() {
		return Instant.ofEpochMilli(Node.CLOCK.millis());
	}

}
