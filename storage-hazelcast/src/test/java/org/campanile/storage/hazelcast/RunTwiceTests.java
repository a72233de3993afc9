package org.campanile.storage.hazelcast;

import java.util.List;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.genericrecord.GenericRecord;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.record.RecordUpdate;
import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests calls that the cluster runs twice, because a member died before it answered, and
 * entries that another version left in the map.
 */
class RunTwiceTests {

	private static final String KEY = "a";

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(1);

	@BeforeEach
	void clear() {
		cluster.clear();
	}

	private static IMap<String, SessionRecord> sessions() {
		return HazelcastMaps.sessions(cluster.instance(0));
	}

	private static IMap<String, OneTimeRecord> oneTime() {
		return HazelcastMaps.oneTime(cluster.instance(0));
	}

	private static IMap<String, KeptRecord> records() {
		return HazelcastMaps.records(cluster.instance(0));
	}

	private static KeptRecord record(long nonce) {
		return new KeptRecord("pgt/b", null, 1, now() + 60_000, new byte[] { 1 }, nonce, 0, 0);
	}

	private static long now() {
		return Node.CLOCK.millis();
	}

	@Test
	void whenAMarkIsSetTwiceByOneCallThenItIsFirstTwiceAndNoOtherIs() {
		OneTimeProcessor.Place place = new OneTimeProcessor.Place(new OneTimeRecord(now() + 60_000, null, 7, 0), now());
		assertThat(oneTime().executeOnKey(KEY, place)).isTrue();
		assertThat(oneTime().executeOnKey(KEY, place)).isTrue();
		assertThat(oneTime().executeOnKey(KEY,
				new OneTimeProcessor.Place(new OneTimeRecord(now() + 60_000, null, 8, 0), now())))
			.isFalse();
	}

	@Test
	void whenAValueIsTakenTwiceByOneCallThenItReceivesItTwiceAndNoOtherDoes() {
		oneTime().executeOnKey(KEY,
				new OneTimeProcessor.Place(new OneTimeRecord(now() + 60_000, new byte[] { 1 }, 7, 0), now()));
		OneTimeProcessor.Take take = new OneTimeProcessor.Take(8, now());
		assertThat(oneTime().executeOnKey(KEY, take)).containsExactly(1);
		assertThat(oneTime().executeOnKey(KEY, new OneTimeProcessor.Take(9, now()))).isNull();
		assertThat(oneTime().executeOnKey(KEY, take)).containsExactly(1);
	}

	@Test
	void whenASessionIsCreatedUpdatedAndEndedTwiceByOneCallThenTheAnswersAreTheSame() {
		SessionRecord session = HazelcastSessionStore.toRecord(Node.session(KEY), 7);
		SessionProcessor.Create create = new SessionProcessor.Create(session, now());
		assertThat(sessions().executeOnKey(KEY, create)).isTrue();
		assertThat(sessions().executeOnKey(KEY, create)).isTrue();
		SessionProcessor.Update update = new SessionProcessor.Update(1, new byte[] { 2 }, 8, now());
		for (int i = 0; i < 2; i++) {
			SessionRecord updated = sessions().executeOnKey(KEY, update);
			assertThat(updated.version()).isEqualTo(2);
			assertThat(updated.updatedBy()).isEqualTo(8);
		}
		SessionProcessor.End end = new SessionProcessor.End(9, now());
		assertThat(sessions().executeOnKey(KEY, end).services()).hasSize(1);
		assertThat(sessions().executeOnKey(KEY, new SessionProcessor.End(10, now()))).isNull();
		assertThat(sessions().executeOnKey(KEY, end).services()).hasSize(1);
		assertThat(sessions().executeOnKey(KEY, update)).isNull();
	}

	@Test
	void whenARecordIsCreatedUpdatedAndRemovedTwiceByOneCallThenTheAnswersAreTheSame() {
		RecordProcessor.Create create = new RecordProcessor.Create(record(7), now());
		assertThat(records().executeOnKey(KEY, create)).isTrue();
		assertThat(records().executeOnKey(KEY, create)).isTrue();
		assertThat(records().executeOnKey(KEY, new RecordProcessor.Create(record(6), now()))).isFalse();
		RecordProcessor.Update update = new RecordProcessor.Update(1, now() + 90_000, new byte[] { 2 }, 8, now());
		for (int i = 0; i < 2; i++) {
			KeptRecord updated = records().executeOnKey(KEY, update);
			assertThat(updated.version()).isEqualTo(2);
			assertThat(updated.updatedBy()).isEqualTo(8);
		}
		RecordProcessor.Remove remove = new RecordProcessor.Remove(9, now());
		assertThat(records().executeOnKey(KEY, remove).version()).isEqualTo(2);
		assertThat(records().executeOnKey(KEY, new RecordProcessor.Remove(10, now()))).isNull();
		assertThat(records().executeOnKey(KEY, remove).version()).isEqualTo(2);
		assertThat(records().executeOnKey(KEY, update)).isNull();
		assertThat(records().executeOnKey(KEY, new RecordProcessor.Create(record(11), now()))).as("free at once")
			.isTrue();
	}

	@Test
	void whenAnUpdateThatEndsARecordIsRunTwiceThenItIsUpdatedTwice() {
		records().executeOnKey(KEY, new RecordProcessor.Create(record(7), now()));
		RecordProcessor.Update update = new RecordProcessor.Update(1, now() - 1, new byte[] { 2 }, 8, now());
		assertThat(records().executeOnKey(KEY, update).version()).isEqualTo(2);
		assertThat(records().executeOnKey(KEY, update).version()).isEqualTo(2);
		assertThat(
				records().executeOnKey(KEY, new RecordProcessor.Update(2, now() + 60_000, new byte[] { 3 }, 9, now())))
			.as("another's does not revive it")
			.isNull();
	}

	/**
	 * Backups that missed the first run, because their members were leaving or joining,
	 * receive the change in the second run; if that run wrote nothing, it would be
	 * acknowledged without them.
	 */
	@Test
	void whenRunTwiceThenWrittenTwice() {
		SessionRecord session = HazelcastSessionStore.toRecord(Node.session(KEY), 7);
		ServiceRecord service = new ServiceRecord("b".repeat(64), Node.HASH, new byte[5]);
		List<SessionProcessor<?>> calls = List.of(new SessionProcessor.Create(session, now()),
				new SessionProcessor.Update(1, new byte[] { 2 }, 8, now()),
				new SessionProcessor.AddService(service, now()), new SessionProcessor.End(9, now()));
		for (SessionProcessor<?> call : calls) {
			sessions().executeOnKey(KEY, call);
			long version = sessions().getEntryView(KEY).getVersion();
			SessionRecord written = sessions().get(KEY);
			sessions().executeOnKey(KEY, call);
			assertThat(sessions().getEntryView(KEY).getVersion()).as(call.toString()).isGreaterThan(version);
			assertThat(sessions().get(KEY)).usingRecursiveComparison().isEqualTo(written);
		}
		List<RecordProcessor<?>> ofRecords = List.of(new RecordProcessor.Create(record(7), now()),
				new RecordProcessor.Update(1, now() + 90_000, new byte[] { 2 }, 8, now()),
				new RecordProcessor.Remove(9, now()));
		for (RecordProcessor<?> call : ofRecords) {
			records().executeOnKey(KEY, call);
			long version = records().getEntryView(KEY).getVersion();
			KeptRecord written = records().get(KEY);
			records().executeOnKey(KEY, call);
			assertThat(records().getEntryView(KEY).getVersion()).as(call.toString()).isGreaterThan(version);
			assertThat(records().get(KEY)).usingRecursiveComparison().isEqualTo(written);
		}
		List<OneTimeProcessor<?>> once = List.of(
				new OneTimeProcessor.Place(new OneTimeRecord(now() + 60_000, new byte[] { 1 }, 7, 0), now()),
				new OneTimeProcessor.Take(8, now()));
		for (OneTimeProcessor<?> call : once) {
			oneTime().executeOnKey(KEY, call);
			long version = oneTime().getEntryView(KEY).getVersion();
			OneTimeRecord written = oneTime().get(KEY);
			oneTime().executeOnKey(KEY, call);
			assertThat(oneTime().getEntryView(KEY).getVersion()).as(call.toString()).isGreaterThan(version);
			assertThat(oneTime().get(KEY)).usingRecursiveComparison().isEqualTo(written);
		}
	}

	@Test
	void whenANewerVersionWroteMoreFieldsThenReadWithoutThem() throws Exception {
		HazelcastInstance member = cluster.instance(0);
		StoredSession session = Node.session(KEY);
		SessionRecord older = HazelcastSessionStore.toRecord(session, 7);
		GenericRecord newer = GenericRecordBuilder.compact("campanile.session")
			.setString("principal", older.principal())
			.setString("former", null)
			.setString("invented-later", "anything")
			.setInt64("version", 3)
			.setInt64("created", older.created())
			.setInt64("expires", older.expires())
			.setInt64("idle", older.idle())
			.setArrayOfInt8("state", older.state())
			.setArrayOfGenericRecord("services",
					new GenericRecord[] { GenericRecordBuilder.compact("campanile.service")
						.setString("service", Node.HASH)
						.setString("identifier", Node.HASH)
						.setBoolean("invented-later", true)
						.setArrayOfInt8("state", new byte[5])
						.build() })
			.setInt64("createdBy", 7)
			.setInt64("updatedBy", 0)
			.setInt64("endedBy", 0)
			.build();
		member.<String, Object>getMap(HazelcastMaps.SESSIONS).set(KEY, newer);
		HazelcastSessionStore store = TestCluster.sessions(member, Node.CLOCK);
		assertThat(store.find(Node.key(KEY)).orElseThrow().version()).isEqualTo(3);
		assertThat(store.findByIdentifier(Node.HASH, SessionKey.FIRST, 10)).extracting(StoredSession::key)
			.isEqualTo(List.of(Node.key(KEY)));
		assertThat(store.end(Node.key(KEY)).orElseThrow().services()).hasSize(1);
	}

	@Test
	void whenANewerVersionWroteMoreFieldsOfARecordThenReadAndUpdatedWithoutThem() throws Exception {
		HazelcastInstance member = cluster.instance(0);
		GenericRecord newer = GenericRecordBuilder.compact("campanile.record")
			.setString("owner", Node.KIND + '/' + Node.HASH)
			.setString("former", null)
			.setString("invented-later", "anything")
			.setInt64("version", 3)
			.setInt64("expires", now() + 60_000)
			.setArrayOfInt8("state", new byte[5])
			.setInt64("createdBy", 7)
			.setInt64("updatedBy", 0)
			.setInt64("removedBy", 0)
			.build();
		member.<String, Object>getMap(HazelcastMaps.RECORDS).set(Node.KIND + '/' + KEY, newer);
		HazelcastRecordStore store = TestCluster.records(member, Node.CLOCK);
		assertThat(store.find(Node.KIND, KEY).orElseThrow().version()).isEqualTo(3);
		assertThat(store.findByOwner(Node.KIND, Node.HASH, "", 10)).hasSize(1);
		assertThat(store.update(Node.KIND, KEY, 3, Node.later(), new byte[1])).isEqualTo(new RecordUpdate.Updated(4));
		assertThat(store.remove(Node.KIND, KEY).orElseThrow().ownerHash()).isEqualTo(Node.HASH);
	}

}
