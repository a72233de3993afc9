package org.campanile.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.record.Records.Entry;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordsTests {

	private static final RecordKind PGT = new RecordKind("cas-pgt");

	private static final RecordKind OTHER = new RecordKind("other");

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");

	private static final Instant END = NOW.plus(Duration.ofHours(8));

	private final MutableClock clock = new MutableClock(NOW);

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final CountingRecordStore store = new CountingRecordStore(new HeapRecordStore(clock, rows));

	private final Records records = records(1);

	private Records records(int... keys) {
		return new Records(store, SessionFixtures.sealer(keys), clock);
	}

	@Test
	void whenCreatedThenFoundForThatKindAndKeyAloneInOneRead() throws Exception {
		assertThat(records.create(PGT, "PGT-1", "session", END, bytes("content"))).isTrue();
		Entry found = records.find(PGT, "PGT-1").orElseThrow();
		assertThat(found.content()).isEqualTo(bytes("content"));
		assertThat(found.version()).isEqualTo(1);
		assertThat(found.end()).isEqualTo(Instant.parse("2026-11-20T20:00:00.123Z"));
		assertThat(store.operations()).containsExactly(Operation.CREATE, Operation.FIND);
		assertThat(records.find(PGT, "PGT-2")).isEmpty();
		assertThat(records.find(PGT, "session")).isEmpty();
		assertThat(records.find(OTHER, "PGT-1")).isEmpty();
		assertThat(records.create(PGT, "PGT-1", "other", END, bytes("other"))).isFalse();
	}

	@Test
	void whenUpdatedThenTheNextVersionIsReadAndAnOlderOneIsRefused() throws Exception {
		records.create(PGT, "PGT-1", "session", END, bytes("old"));
		Entry read = records.find(PGT, "PGT-1").orElseThrow();
		Instant later = END.plusSeconds(60);
		assertThat(records.update(read, later, bytes("new"))).isEqualTo(new Records.Update.Updated());
		assertThat(records.update(read, END, bytes("lost"))).isInstanceOfSatisfying(Records.Update.Stale.class,
				stale -> assertThat(stale.current().content()).isEqualTo(bytes("new")));
		Entry current = records.find(PGT, "PGT-1").orElseThrow();
		assertThat(current.content()).isEqualTo(bytes("new"));
		assertThat(current.version()).isEqualTo(2);
		assertThat(records.update(current, END, new byte[0])).isEqualTo(new Records.Update.Updated());
		Entry third = find("PGT-1");
		assertThat(third.content()).isEmpty();
		assertThat(third.version()).isEqualTo(3);
		assertThat(third.end()).isEqualTo(END.truncatedTo(ChronoUnit.MILLIS));
		records.discard(PGT, "PGT-1");
		assertThat(records.update(current, END, bytes("revived"))).isEqualTo(new Records.Update.Gone());
		assertThat(rows).isEmpty();
	}

	@Test
	void whenItEndsThenThereIsNone() throws Exception {
		records.create(PGT, "PGT-1", "session", END, bytes("content"));
		clock.set(Instant.parse("2026-11-20T20:00:00.123Z"));
		assertThat(records.find(PGT, "PGT-1")).isEmpty();
		assertThat(records.scan(PGT, "session", "", 10).entries()).isEmpty();
		assertThat(records.discard(PGT, "PGT-1")).isFalse();
	}

	/** A store with a clock of its own may keep a record for longer. */
	@Test
	void whenTheStoreKeepsWhatHasEndedThenItIsNotReturned() throws Exception {
		Records late = new Records(store, SessionFixtures.sealer(1), InstantSource.fixed(END));
		records.create(PGT, "PGT-1", "session", END, bytes("content"));
		assertThat(late.find(PGT, "PGT-1")).isEmpty();
		assertThat(late.scan(PGT, "session", "", 10).entries()).isEmpty();
	}

	@Test
	void whenRemovedThenOnce() throws Exception {
		records.create(PGT, "PGT-1", "session", END, bytes("content"));
		assertThat(records.discard(PGT, "PGT-1")).isTrue();
		assertThat(records.discard(PGT, "PGT-1")).isFalse();
		assertThat(records.find(PGT, "PGT-1")).isEmpty();
		records.create(PGT, "PGT-1", "session", END, bytes("content"));
		records.update(find("PGT-1"), END, bytes("new"));
		assertThat(records.removeByOwner(PGT, "session")).isEqualTo(1);
		assertThat(records.removeByOwner(PGT, "session")).isZero();
	}

	@Test
	void whenOwnersHaveManyThenEachHasItsOwn() throws Exception {
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < RecordStore.MAX_PAGE + 1; i++) {
			records.create(PGT, "PGT-" + i, "session", END, bytes("content " + i));
			expected.add("content " + i);
		}
		records.create(PGT, "PGT-other", "other", END, bytes("other"));
		records.create(OTHER, "PGT-1", "session", END, bytes("other"));
		List<Entry> found = new ArrayList<>();
		Records.Scan page = records.scan(PGT, "session", "", RecordStore.MAX_PAGE);
		found.addAll(page.entries());
		found.addAll(records.scan(PGT, "session", page.next().orElseThrow(), RecordStore.MAX_PAGE).entries());
		assertThat(found).extracting(entry -> text(entry.content())).containsExactlyInAnyOrderElementsOf(expected);
		assertThat(records.removeByOwner(PGT, "session")).isEqualTo(expected.size());
		assertThat(records.removeByOwner(PGT, "session")).isZero();
		assertThat(records.find(PGT, "PGT-other")).isPresent();
		assertThat(records.find(OTHER, "PGT-1")).isPresent();
	}

	@Test
	void whenTheStoreIsReadThenItRevealsNothing() throws Exception {
		records.create(PGT, "planted-key", "planted-owner", END, bytes("planted-content"));
		StoredRecord row = rows.values().iterator().next();
		assertThat(row.keyHash()).matches("[0-9a-f]{64}").isNotEqualTo(row.ownerHash());
		assertThat(row.ownerHash()).matches("[0-9a-f]{64}");
		assertThat(new String(row.state(), StandardCharsets.ISO_8859_1)).doesNotContain("planted");
		assertThat(find("planted-key").toString()).doesNotContain("planted");
		records.create(PGT, "k", "planted-key", END, new byte[0]);
		assertThat(rows.values()).filteredOn(other -> other.ownerHash().equals(row.keyHash())).isEmpty();
		records.create(OTHER, "planted-key", "planted-owner", END, new byte[0]);
		assertThat(rows.values()).extracting(StoredRecord::keyHash).as("of each kind another").doesNotHaveDuplicates();
	}

	@ParameterizedTest
	@ValueSource(strings = { "end", "owner", "state", "row", "kind", "bytes" })
	void whenARowWasAlteredOrMovedThenItDoesNotOpenAndIsNotAbsent(String damage) throws Exception {
		records.create(PGT, "PGT-1", "alice", END, bytes("alice's"));
		records.create(PGT, "PGT-2", "bob", END, bytes("bob's"));
		records.create(OTHER, "PGT-1", "alice", END, bytes("other"));
		StoredRecord row = row("PGT-1", PGT);
		StoredRecord bobs = row("PGT-2", PGT);
		StoredRecord other = row("PGT-1", OTHER);
		byte[] flipped = row.state().clone();
		flipped[flipped.length - 1] ^= 1;
		StoredRecord altered = switch (damage) {
			case "end" -> with(row, row.ownerHash(), row.end().plusSeconds(1), row.state());
			case "owner" -> with(row, bobs.ownerHash(), row.end(), row.state());
			case "state" -> with(row, row.ownerHash(), row.end(), bobs.state());
			case "row" -> bobs;
			case "kind" -> with(row, row.ownerHash(), row.end(), other.state());
			default -> with(row, row.ownerHash(), row.end(), flipped);
		};
		rows.put(PGT.name() + '/' + row.keyHash(), altered);
		Entry read = new Entry(PGT, row.keyHash(), row.ownerHash(), 7, END, new byte[0], true, "00000000");
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> records.find(PGT, "PGT-1"));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> records.update(read, END, new byte[0]));
		if (!damage.equals("row")) {
			assertThat(records.scan(PGT, damage.equals("owner") ? "bob" : "alice", "", 10).unreadable()).hasSize(1);
		}
		assertThat(records.discard(PGT, "PGT-1")).isTrue();
		assertThat(records.find(PGT, "PGT-1")).isEmpty();
	}

	@Test
	void whenAlteredThenItsOwnersRecordsCanStillBeRemoved() throws Exception {
		records.create(PGT, "PGT-1", "alice", END, bytes("alice's"));
		StoredRecord row = row("PGT-1", PGT);
		rows.put(PGT.name() + '/' + row.keyHash(), with(row, row.ownerHash(), row.end(), new byte[0]));
		assertThat(records.removeByOwner(PGT, "alice")).isEqualTo(1);
	}

	@Test
	void whenTheKeyRingTurnsThenRecordsStayUntilTheirKeyLeavesIt() throws Exception {
		records.create(PGT, "PGT-1", "alice", END, bytes("old"));
		Records turned = records(2, 1);
		turned.create(PGT, "PGT-2", "alice", END, bytes("new"));
		Entry old = turned.find(PGT, "PGT-1").orElseThrow();
		assertThat(turned.update(old, END, bytes("resealed"))).isInstanceOf(Records.Update.Updated.class);
		assertThat(text(turned.find(PGT, "PGT-1").orElseThrow().content())).isEqualTo("resealed");
		store.forget();
		turned.find(PGT, "PGT-2");
		assertThat(store.operations()).as("found under the newest key").containsExactly(Operation.FIND);
		assertThat(records(2).find(PGT, "PGT-1")).isEmpty();
		assertThat(records(2).scan(PGT, "alice", "", 10).entries()).hasSize(1);
		assertThat(turned.discard(PGT, "PGT-1")).isTrue();
		records.create(PGT, "PGT-3", "alice", END, bytes("old"));
		assertThat(turned.removeByOwner(PGT, "alice")).isEqualTo(2);
	}

	@Test
	void whenTheContentIsTooLargeThenNothingIsStored() throws Exception {
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> records.create(PGT, "PGT-1", "alice", END, new byte[RecordStore.MAX_STATE]))
			.withMessageContaining("cas-pgt")
			.withMessageContaining("larger");
		assertThat(rows).isEmpty();
		records.create(PGT, "PGT-1", "alice", END, bytes("content"));
		Entry read = find("PGT-1");
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> records.update(read, END, new byte[RecordStore.MAX_STATE]));
		assertThat(find("PGT-1")).usingRecursiveComparison().isEqualTo(read);
	}

	@ParameterizedTest
	@ValueSource(strings = { "find", "create", "update", "remove", "owner" })
	void whenTheStoreDoesNotAnswerThenNothingCountsAsAbsent(String operation) throws Exception {
		records.create(PGT, "PGT-1", "alice", END, bytes("content"));
		Entry read = find("PGT-1");
		for (Operation each : Operation.values()) {
			store.fail(each);
		}
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> {
			switch (operation) {
				case "find" -> records.find(PGT, "PGT-1");
				case "create" -> records.create(PGT, "PGT-1", "alice", END, new byte[0]);
				case "update" -> records.update(read, END, new byte[0]);
				case "remove" -> records.discard(PGT, "PGT-1");
				default -> records.removeByOwner(PGT, "alice");
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "A", "a_b", "a:b", "a/b", "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddde" })
	void whenAKindIsNotAValidNameThenRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new RecordKind(name));
	}

	private Entry find(String key) throws StoreUnavailableException {
		return records.find(PGT, key).orElseThrow();
	}

	private StoredRecord row(String key, RecordKind kind) throws StoreUnavailableException {
		String keyHash = records.find(kind, key).orElseThrow().keyHash();
		return store.find(kind.name(), keyHash).orElseThrow();
	}

	private static StoredRecord with(StoredRecord row, String ownerHash, Instant end, byte[] state) {
		return new StoredRecord(row.kind(), row.keyHash(), ownerHash, row.version(), end, state);
	}

	@Test
	void whenKeptForGoodThenFoundByOneReadWhateverTheRingHolds() throws Exception {
		durable("salt", 1).create(PGT, "PGT-1", "alice", END, bytes("content"));
		Records rotated = durable("salt", 3, 2, 1);
		store.forget();
		Entry found = rotated.find(PGT, "PGT-1").orElseThrow();
		assertThat(found.content()).isEqualTo(bytes("content"));
		assertThat(rotated.find(PGT, "PGT-2")).isEmpty();
		assertThat(rotated.removeByOwner(PGT, "bob")).isZero();
		assertThat(rotated.scan(PGT, "alice", "", 10).entries()).hasSize(1);
		assertThat(store.operations()).containsExactly(Operation.FIND, Operation.FIND, Operation.FIND_BY_OWNER,
				Operation.FIND_BY_OWNER);
		assertThat(durable("other salt", 3, 2, 1).find(PGT, "PGT-1")).isEmpty();
		assertThat(rotated.create(PGT, "PGT-1", "alice", END, bytes("second"))).isFalse();
	}

	@Test
	void whenSealedByAnOlderKeyThenItSaysSoAndAnUpdateSealsItAnew() throws Exception {
		durable("salt", 1).create(PGT, "PGT-1", "alice", END, bytes("content"));
		Records rotated = durable("salt", 2, 1);
		Entry old = rotated.find(PGT, "PGT-1").orElseThrow();
		assertThat(old.sealedByNewest()).isFalse();
		assertThat(rotated.update(old, old.end(), old.content())).isInstanceOf(Records.Update.Updated.class);
		Entry anew = durable("salt", 2).find(PGT, "PGT-1").orElseThrow();
		assertThat(anew.sealedByNewest()).isTrue();
		assertThat(anew.content()).isEqualTo(bytes("content"));
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> durable("salt", 1).find(PGT, "PGT-1"));
	}

	private Records durable(String salt, int... keys) {
		return Records.durable(store, SessionFixtures.sealer(keys), Records.durableHashing(bytes(salt)), clock);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
