package org.campanile.testkit.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The contract of every {@link RecordStore}. A backend's test class defines how a store
 * is opened and the backend emptied, and inherits the tests.
 */
public abstract class RecordStoreContract {

	protected static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	private static final Duration VALIDITY = Duration.ofMinutes(10);

	private static final Instant END = START.plus(VALIDITY);

	private static final String KIND = "cas-pgt";

	/** The clock that the stores are given. */
	protected final MutableClock clock = new MutableClock(START);

	/**
	 * Two nodes' stores on one backend; the same store twice for a backend of one node.
	 */
	private RecordStore here;

	private RecordStore there;

	/** Creates the test. */
	protected RecordStoreContract() {
	}

	/**
	 * Opens a store on the backend that all stores of one test share. A backend of one
	 * node returns the same store each time.
	 */
	protected abstract RecordStore open(InstantSource clock) throws Exception;

	/** Empties the backend, before each test. */
	protected abstract void reset() throws Exception;

	@BeforeEach
	final void openStores() throws Exception {
		reset();
		here = open(clock);
		there = open(clock);
	}

	@AfterEach
	final void closeStores() throws Exception {
		for (RecordStore store : List.of(here, there)) {
			if (store instanceof AutoCloseable closeable) {
				closeable.close();
			}
		}
	}

	@Test
	void whenCreatedThenFoundByteForByteOnEveryNode() throws Exception {
		byte[] state = new byte[256];
		for (int i = 0; i < state.length; i++) {
			state[i] = (byte) i;
		}
		StoredRecord record = new StoredRecord(KIND, hash("a"), hash("alice"), 1, END, state);
		assertThat(there.find(KIND, hash("a"))).isEmpty();
		assertThat(here.create(record)).isTrue();
		for (RecordStore node : List.of(here, there)) {
			assertThat(node.find(KIND, hash("a")).orElseThrow()).usingRecursiveComparison().isEqualTo(record);
		}
		assertThat(here.find(KIND, hash("b"))).isEmpty();
	}

	@Test
	void whenCreatedAgainThenRefusedAndTheFirstStays() throws Exception {
		here.create(record("a", "alice", "first"));
		assertThat(there.create(record("a", "bob", "second"))).isFalse();
		assertThat(text(here.find(KIND, hash("a")))).isEqualTo("first");
		assertThat(here.findByOwner(KIND, hash("bob"), RecordStore.FIRST, 10)).isEmpty();
	}

	@Test
	void whenManyCreateItAtOnceThenOneDoes() throws Exception {
		for (int round = 0; round < 20; round++) {
			String key = "a" + round;
			List<Boolean> created = Race.run(32, number -> node(number).create(record(key, "alice", "by " + number)));
			assertThat(created).containsOnlyOnce(true);
			assertThat(text(here.find(KIND, hash(key)))).isEqualTo("by " + created.indexOf(true));
		}
	}

	@Test
	void whenKindsDifferThenTheyDoNotMeet() throws Exception {
		here.create(record("a", "alice", "one"));
		assertThat(here.create(new StoredRecord("totp", hash("a"), hash("alice"), 1, END, bytes("other")))).isTrue();
		assertThat(text(there.find(KIND, hash("a")))).isEqualTo("one");
		assertThat(text(there.find("totp", hash("a")))).isEqualTo("other");
		there.remove("totp", hash("a"));
		assertThat(here.find(KIND, hash("a"))).isPresent();
		assertThat(here.findByOwner(KIND, hash("alice"), RecordStore.FIRST, 10)).hasSize(1);
		assertThat(here.findByOwner("totp", hash("alice"), RecordStore.FIRST, 10)).isEmpty();
	}

	@Test
	void whenAtItsEndThenInvisibleThoughNotPurged() throws Exception {
		here.create(record("a", "alice", "value"));
		clock.set(END.minusMillis(1));
		assertThat(there.find(KIND, hash("a"))).isPresent();
		clock.set(END);
		for (RecordStore node : List.of(here, there)) {
			assertThat(node.find(KIND, hash("a"))).isEmpty();
			assertThat(node.findByOwner(KIND, hash("alice"), RecordStore.FIRST, 10)).isEmpty();
			assertThat(node.update(KIND, hash("a"), 1, END.plus(VALIDITY), bytes("more")))
				.isEqualTo(new RecordUpdate.Gone());
			assertThat(node.remove(KIND, hash("a"))).isEmpty();
		}
	}

	@Test
	void whenTheOldOneHasExpiredThenReplaced() throws Exception {
		here.create(record("a", "alice", "old"));
		clock.set(END);
		StoredRecord next = new StoredRecord(KIND, hash("a"), hash("bob"), 1, END.plus(VALIDITY), bytes("new"));
		List<Boolean> created = Race.run(16, number -> node(number).create(next));
		assertThat(created).containsOnlyOnce(true);
		assertThat(text(there.find(KIND, hash("a")))).isEqualTo("new");
		assertThat(there.findByOwner(KIND, hash("alice"), RecordStore.FIRST, 10)).isEmpty();
		assertThat(there.findByOwner(KIND, hash("bob"), RecordStore.FIRST, 10)).hasSize(1);
	}

	@Test
	void whenChangedThenOnEveryNodeWithTheNewEnd() throws Exception {
		here.create(record("a", "alice", "one"));
		assertThat(there.update(KIND, hash("a"), 1, END.plus(VALIDITY), bytes("two")))
			.isEqualTo(new RecordUpdate.Updated(2));
		clock.set(END);
		StoredRecord changed = here.find(KIND, hash("a")).orElseThrow();
		assertThat(changed).usingRecursiveComparison()
			.isEqualTo(new StoredRecord(KIND, hash("a"), hash("alice"), 2, END.plus(VALIDITY), bytes("two")));
		assertThat(here.update(KIND, hash("a"), 2, END.plusMillis(1), bytes("three")))
			.isEqualTo(new RecordUpdate.Updated(3));
		clock.set(END.plusMillis(1));
		assertThat(there.find(KIND, hash("a"))).isEmpty();
	}

	@Test
	void whenAnotherChangedItFirstThenRefusedWithWhatIsThere() throws Exception {
		here.create(record("a", "alice", "one"));
		here.update(KIND, hash("a"), 1, END, bytes("two"));
		assertThat(there.update(KIND, hash("a"), 1, END, bytes("three")))
			.isInstanceOfSatisfying(RecordUpdate.Stale.class, stale -> {
				assertThat(stale.current().version()).isEqualTo(2);
				assertThat(text(Optional.of(stale.current()))).isEqualTo("two");
			});
		assertThat(text(here.find(KIND, hash("a")))).isEqualTo("two");
	}

	@Test
	void whenManyChangeAVersionAtOnceThenOneDoes() throws Exception {
		here.create(record("a", "alice", "start"));
		for (int round = 1; round <= 20; round++) {
			int version = round;
			List<RecordUpdate> updates = Race.run(16,
					number -> node(number).update(KIND, hash("a"), version, END, bytes("by " + number)));
			assertThat(updates).containsOnlyOnce(new RecordUpdate.Updated(version + 1));
			assertThat(text(here.find(KIND, hash("a"))))
				.isEqualTo("by " + updates.indexOf(new RecordUpdate.Updated(version + 1)));
		}
	}

	@Test
	void whenRemovedThenGoneEverywhereAndNeverBackByAChange() throws Exception {
		here.create(record("a", "alice", "value"));
		assertThat(text(there.remove(KIND, hash("a")))).isEqualTo("value");
		assertThat(here.find(KIND, hash("a"))).isEmpty();
		assertThat(here.findByOwner(KIND, hash("alice"), RecordStore.FIRST, 10)).isEmpty();
		assertThat(here.update(KIND, hash("a"), 1, END, bytes("again"))).isEqualTo(new RecordUpdate.Gone());
		assertThat(there.remove(KIND, hash("a"))).isEmpty();
		assertThat(here.create(record("a", "alice", "anew"))).isTrue();
		assertThat(text(there.find(KIND, hash("a")))).isEqualTo("anew");
	}

	@Test
	void whenManyRemoveItAtOnceThenOneReceivesIt() throws Exception {
		for (int round = 0; round < 20; round++) {
			String key = "a" + round;
			here.create(record(key, "alice", "value"));
			assertThat(Race.run(32, number -> node(number).remove(KIND, hash(key)))).filteredOn(Optional::isPresent)
				.hasSize(1);
		}
	}

	@Test
	void whenFoundByOwnerThenInPagesWithoutGaps() throws Exception {
		List<String> keys = new ArrayList<>();
		for (int i = 0; i < 25; i++) {
			here.create(record("a" + i, "alice", "value"));
			here.create(record("b" + i, "bob", "value"));
			keys.add(hash("a" + i));
		}
		keys.sort(null);
		List<String> found = new ArrayList<>();
		String after = RecordStore.FIRST;
		List<StoredRecord> page;
		do {
			page = there.findByOwner(KIND, hash("alice"), after, 10);
			assertThat(page.size()).isLessThanOrEqualTo(10);
			page.forEach(record -> found.add(record.key()));
			after = page.isEmpty() ? after : page.getLast().key();
		}
		while (page.size() == 10);
		assertThat(found).isEqualTo(keys);
	}

	@Test
	void whenTheStateIsTooLargeThenRefusedWhole() throws Exception {
		StoredRecord largest = new StoredRecord(KIND, hash("a"), hash("alice"), 1, END,
				new byte[RecordStore.MAX_STATE]);
		assertThat(here.create(largest)).isTrue();
		assertThat(there.find(KIND, hash("a")).orElseThrow().state()).hasSize(RecordStore.MAX_STATE);
		byte[] more = new byte[RecordStore.MAX_STATE + 1];
		assertThatIllegalArgumentException()
			.isThrownBy(() -> here.create(new StoredRecord(KIND, hash("b"), hash("alice"), 1, END, more)));
		assertThatIllegalArgumentException().isThrownBy(() -> here.update(KIND, hash("a"), 1, END, more));
		assertThat(there.find(KIND, hash("b"))).isEmpty();
		assertThat(there.find(KIND, hash("a")).orElseThrow().version()).isEqualTo(1);
	}

	private RecordStore node(int number) {
		return number % 2 == 0 ? here : there;
	}

	private static StoredRecord record(String key, String owner, String text) {
		return new StoredRecord(KIND, hash(key), hash(owner), 1, END, bytes(text));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(Optional<StoredRecord> record) {
		return new String(record.orElseThrow().state(), StandardCharsets.UTF_8);
	}

	/** 64 hexadecimal digits that begin with the name's own. */
	private static String hash(String name) {
		String digits = HexFormat.of().formatHex(bytes(name));
		return digits + "0".repeat(64 - digits.length());
	}

}
