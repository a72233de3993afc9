package org.campanile.storage.hazelcast;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import org.campanile.onetime.OneTimeKey;
import org.campanile.record.RecordKind;
import org.campanile.record.Records;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.Sessions;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.session.SessionFixtures;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests a hostile peer that reaches the port and knows the cluster's name, which is all
 * it needs to join.
 */
class HostileMembersTests {

	@AutoClose
	private final TestCluster cluster = TestCluster.started(1);

	private final HazelcastInstance member = cluster.instance(0);

	/**
	 * Counts its deserializations, during which a malicious gadget would run its code.
	 */
	static final class Gadget implements Serializable {

		private static final long serialVersionUID = 1L;

		static final AtomicInteger made = new AtomicInteger();

		private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
			made.incrementAndGet();
			in.defaultReadObject();
		}

	}

	@Test
	void whenAStrangerJoinsThenItReadsNothingOfASession() throws Exception {
		Instant now = Instant.ofEpochMilli(Node.CLOCK.millis());
		Sessions sessions = SessionFixtures.sessions(TestCluster.sessions(member, Node.CLOCK),
				SessionFixtures.sealer(1), Node.CLOCK);
		List<String> keys = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			NewSession begun = sessions.begin(SessionFixtures.user("planted-person", now),
					SessionFixtures.mail("planted@example.edu"), Optional.empty());
			sessions.store(begun.session());
			keys.add(begun.session().key().value());
		}
		Config config = MemberConfig.of(cluster.member(0));
		config.getNetworkConfig().setPort(Ports.free());
		HazelcastInstance stranger = cluster.add(Hazelcast.newHazelcastInstance(TestCluster.quick(config)));
		HazelcastCluster.openMaps(stranger);
		// Waits until the stranger has its share of the partitions and none is migrating.
		Polling.until(Duration.ofSeconds(30), () -> stranger.getPartitionService().isClusterSafe());
		assertThat(HazelcastMaps.sessions(stranger).values()).hasSize(50);
		String dump = new String(MapDump.of(List.of(stranger, member)), StandardCharsets.ISO_8859_1);
		assertThat(dump).contains(keys).doesNotContain("planted", "example.edu");
	}

	@Test
	void whenAStrangerReadsRecordsThenItLearnsNothingAndCannotMoveOrProlongOne() throws Exception {
		Records records = new Records(TestCluster.records(member, Node.CLOCK), SessionFixtures.sealer(1), Node.CLOCK);
		RecordKind kind = new RecordKind("test");
		records.create(kind, "planted-key", "planted-owner", Node.later(), "planted-content".getBytes(UTF_8));
		records.create(kind, "other", "mallory", Node.later(), "other".getBytes(UTF_8));
		String dump = new String(MapDump.of(List.of(member)), StandardCharsets.ISO_8859_1);
		String key = "test/" + records.find(kind, "planted-key").orElseThrow().keyHash();
		assertThat(dump).contains(key).doesNotContain("planted");
		IMap<String, KeptRecord> map = HazelcastMaps.records(member);
		KeptRecord own = Objects.requireNonNull(map.get("test/" + records.find(kind, "other").orElseThrow().keyHash()));
		KeptRecord planted = Objects.requireNonNull(map.get(key));
		for (KeptRecord forged : List.of(own, planted.updated(planted.expires() + 60_000, planted.state(), 7),
				new KeptRecord(own.owner(), null, 1, planted.expires(), planted.state(), 7, 0, 0))) {
			map.set(key, forged);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> records.find(kind, "planted-key"));
		}
	}

	@Test
	void whenAGadgetIsPutUnderARecordsKeyThenNoMemberDeserializesIt() throws Exception {
		HazelcastInstance stranger = stranger();
		HazelcastRecordStore records = TestCluster.records(member, Node.CLOCK);
		records.create(Node.record("a"));
		int before = Gadget.made.get();
		IMap<String, Object> map = stranger.getMap(HazelcastMaps.RECORDS);
		try {
			map.set(Node.KIND + "/a", new Gadget());
		}
		catch (HazelcastException ex) {
			// The index may refuse the value immediately.
			assertThat(ex).hasMessageContaining("is not allowed");
		}
		for (Operation operation : List.<Operation>of(() -> records.find(Node.KIND, "a"),
				() -> records.update(Node.KIND, "a", 1, Node.later(), new byte[1]),
				() -> records.remove(Node.KIND, "a"), () -> records.findByOwner(Node.KIND, Node.HASH, "", 10),
				() -> records.create(Node.record("a")))) {
			try {
				operation.run();
			}
			catch (StoreUnavailableException ex) {
				assertThat(ex).hasMessageContaining("a form that this node does not accept");
			}
		}
		assertThat(Gadget.made.get()).isEqualTo(before);
	}

	@Test
	void whenAGadgetIsPutUnderASessionsKeyThenNobodyMakesIt() throws Exception {
		HazelcastInstance stranger = stranger();
		SessionKey key = Node.key("session");
		HazelcastSessionStore sessions = TestCluster.sessions(member, Node.CLOCK);
		sessions.create(Node.session("session"));
		int before = Gadget.made.get();
		IMap<String, Object> map = stranger.getMap(HazelcastMaps.SESSIONS);
		try {
			map.set(key.value(), new Gadget());
		}
		catch (HazelcastException ex) {
			// The index may refuse the value immediately.
			assertThat(ex).hasMessageContaining("is not allowed");
		}
		for (Operation operation : List.<Operation>of(() -> sessions.find(key), () -> sessions.end(key),
				() -> sessions.findByPrincipal(Node.HASH, SessionKey.FIRST, 10), sessions::count)) {
			try {
				operation.run();
			}
			catch (StoreUnavailableException ex) {
				assertThat(ex).hasMessageContaining("a form that this node does not accept");
			}
		}
		assertThat(Gadget.made.get()).isEqualTo(before);
	}

	@Test
	void whenAGadgetIsPutUnderAMarksKeyThenRefusedAndNobodyMakesIt() throws Exception {
		HazelcastInstance stranger = stranger();
		HazelcastOneTimeStore oneTime = TestCluster.oneTime(member, Node.CLOCK);
		int before = Gadget.made.get();
		stranger.<String, Object>getMap(HazelcastMaps.ONE_TIME).set(OneTimeKey.of("test", "a").hex(), new Gadget());
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> oneTime.setReplayKey("test", "a", Node.later()))
			.withMessageContaining("a form that this node does not accept");
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> oneTime.take("test", "a"))
			.withMessageContaining("a form that this node does not accept");
		assertThat(Gadget.made.get()).isEqualTo(before);
	}

	@Test
	void whenSomethingElseLiesThereThenRefused() throws Exception {
		HazelcastInstance stranger = stranger();
		HazelcastOneTimeStore oneTime = TestCluster.oneTime(member, Node.CLOCK);
		stranger.<String, Object>getMap(HazelcastMaps.ONE_TIME).set(OneTimeKey.of("test", "a").hex(), "text");
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> oneTime.take("test", "a"));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> oneTime.setReplayKey("test", "a", Node.later()));
	}

	private interface Operation {

		void run() throws StoreUnavailableException;

	}

	private HazelcastInstance stranger() {
		ClientConfig config = new ClientConfig();
		config.setClusterName(cluster.name());
		config.getNetworkConfig().addAddress("127.0.0.1:" + cluster.ports().getFirst());
		return cluster.add(HazelcastClient.newHazelcastClient(config));
	}

}
