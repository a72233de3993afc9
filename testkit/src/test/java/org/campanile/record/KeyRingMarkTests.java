package org.campanile.record;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.record.KeyRingMark.State;
import org.campanile.seal.KeyRing;
import org.campanile.seal.KeyRingSource;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeyRingMarkTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T12:00:00Z"));

	private static final String HASH = "0".repeat(64);

	private final Map<String, StoredRecord> rows = new LinkedHashMap<>();

	private final CountingRecordStore store = new CountingRecordStore(new HeapRecordStore(clock, rows));

	private KeyRingMark mark(int... keys) {
		return new KeyRingMark(store, SessionFixtures.sealer(keys), Records.durableHashing(new byte[16]), clock);
	}

	private static String name(int key) {
		return SessionFixtures.sealer(key).ring().newest().name();
	}

	@Test
	void whenNoRingWasUsedThenTheFirstIsTheStores() throws Exception {
		assertThat(mark(1).read()).isEqualTo(State.UNUSED);
		assertThat(rows).isEmpty();
		assertThat(mark(1).write()).isEqualTo(State.OWN);
		assertThat(mark(1).read()).isEqualTo(State.OWN);
		assertThat(mark(2).read()).isEqualTo(State.FOREIGN);
		assertThat(mark(2).write()).isEqualTo(State.FOREIGN);
		assertThat(mark(1).read()).isEqualTo(State.OWN);
	}

	@Test
	void whenTheHashingKeyIsAnotherThenTheStoreIsNotTakenForUnused() throws Exception {
		mark(1).write();
		KeyRingMark other = new KeyRingMark(store, SessionFixtures.sealer(1), Records.durableHashing(new byte[17]),
				clock);
		assertThat(other.read()).isEqualTo(State.OTHER_HASHING);
		assertThat(other.write()).isEqualTo(State.OTHER_HASHING);
		assertThat(rows).as("the mark, and that of the key").hasSize(2);
		assertThat(mark(1).read()).isEqualTo(State.OWN);
	}

	@Test
	void whenTheStoreAnswersLateThenANodeWithOtherKeysOrAnotherSaltReadsNothingAsMissing() throws Exception {
		mark(1).write();
		RecordKind kind = new RecordKind("test");
		for (KeyRingMark wrong : List.of(mark(2),
				new KeyRingMark(store, SessionFixtures.sealer(1), Records.durableHashing(new byte[17]), clock))) {
			Records records = Records.durable(wrong.guard(store), SessionFixtures.sealer(2),
					Records.durableHashing(new byte[17]), clock);
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> records.find(kind, "alice"));
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> records.create(kind, "alice", "all", clock.instant().plusSeconds(9), new byte[0]));
		}
		store.fail(Operation.FIND);
		RecordStore guarded = mark(1).guard(store);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> guarded.find("test", HASH));
		store.recover(Operation.FIND);
		assertThat(guarded.find("test", HASH)).isEmpty();
		store.forget();
		assertThat(guarded.find("test", HASH)).isEmpty();
		assertThat(store.operations()).as("asked for once").containsExactly(Operation.FIND);
	}

	@Test
	void whenANodeLosesItsNewestKeyThenTheOneItSealsWithIsMarkedBeforeItSealsAnything() throws Exception {
		mark(1).write();
		Ring ring = new Ring(2, 1);
		RecordStore guarded = new KeyRingMark(store, new Sealer(ring, new SecureRandom()),
				Records.durableHashing(new byte[16]), clock)
			.guard(store);
		clock.advance(KeyRingMark.IN_USE.plusSeconds(1));
		ring.current = SessionFixtures.sealer(1).ring();
		List.of(Operation.CREATE, Operation.UPDATE).forEach(store::fail);
		assertThat(guarded.find("test", HASH)).as("nobody is kept from signing in").isEmpty();
		List.of(Operation.CREATE, Operation.UPDATE).forEach(store::recover);
		guarded.create(record());
		assertThat(mark(2, 1).keys()).contains(new KeyRingMark.MarkedKey(name(1), false, clock.instant()));
	}

	/** Otherwise no other node could start without these keys. */
	@Test
	void whenANodeGetsTheKeysOfAnotherSystemThenItSealsAndMarksNothing() throws Exception {
		Ring ring = new Ring(2, 1);
		RecordStore guarded = new KeyRingMark(store, new Sealer(ring, new SecureRandom()),
				Records.durableHashing(new byte[16]), clock)
			.guard(store);
		ring.current = SessionFixtures.sealer(9).ring();
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> guarded.create(record()))
			.withMessageContaining("other keys");
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> guarded.find("test", HASH));
		assertThat(mark(2, 1).missing()).isEmpty();
		ring.current = SessionFixtures.sealer(2, 1).ring();
		assertThat(guarded.create(record())).isTrue();
	}

	private StoredRecord record() {
		return new StoredRecord("test", HASH, HASH, StoredRecord.FIRST, clock.instant().plusSeconds(9), new byte[1]);
	}

	/** A key ring that changes while the node runs. */
	private static final class Ring implements KeyRingSource {

		private KeyRing current;

		Ring(int... keys) {
			current = SessionFixtures.sealer(keys).ring();
		}

		@Override
		public KeyRing current() {
			return current;
		}

		@Override
		public KeyRing renewed() {
			return current;
		}

	}

	@Test
	void whenTheRingIsRotatedThenTheMarkMovesToTheNewestKey() throws Exception {
		mark(1).write();
		assertThat(mark(2, 1).read()).isEqualTo(State.OWN);
		assertThat(mark(2).read()).isEqualTo(State.FOREIGN);
		assertThat(mark(2, 1).write()).isEqualTo(State.OWN);
		assertThat(mark(2).read()).isEqualTo(State.OWN);
		store.forget();
		mark(2, 1).write();
		assertThat(store.operations()).doesNotContain(Operation.UPDATE);
	}

	@Test
	void whenAKeyThatHasSealedIsMissingThenItIsNamedUntilNothingIsSealedWithIt() throws Exception {
		mark(1).write();
		mark(2, 1).write();
		assertThat(mark(2, 1).missing()).isEmpty();
		assertThat(mark(2).read()).as("the mark of the ring has moved on").isEqualTo(State.OWN);
		assertThat(mark(2).missing()).containsExactly(name(1));
		mark(2, 1).retireExcept(Set.of(), clock.instant());
		assertThat(mark(2).missing()).as("a node may seal with it still").containsExactly(name(1));
		clock.advance(KeyRingMark.IN_USE);
		mark(2, 1).retireExcept(Set.of(), clock.instant());
		assertThat(mark(2).missing()).isEmpty();
		assertThat(mark(1).missing()).containsExactly(name(2));
		mark(1, 2).writeKey();
		assertThat(mark(2).missing()).as("another node still seals with it").containsExactly(name(1));
	}

	/** The store as an earlier build left it after one rotation of the key ring. */
	@Test
	void whenNoKeyIsMarkedYetThenEveryKeyOfTheRingIs() throws Exception {
		mark(1).write();
		rows.values().removeAll(rows.values().stream().skip(1).toList());
		mark(2, 1).write();
		assertThat(mark(2).missing()).containsExactly(name(1));
		mark(2, 1, 4).write();
		assertThat(mark(2, 1).missing()).as("of 4 it is not known whether it was retired").isEmpty();
	}

	@Test
	void whenANodeEndsWhileItMarksTheKeysOfAnEarlierBuildThenTheNextStartMarksTheOthers() throws Exception {
		mark(1).write();
		rows.values().removeAll(rows.values().stream().skip(1).toList());
		mark(3, 4).writeKeys(List.of(name(4)));
		mark(2, 1, 4, 5).write();
		assertThat(mark(2).missing()).containsExactlyInAnyOrder(name(1), name(4), name(5));
	}

	@Test
	void whenANodeSealsWithAKeyThenItsMarkShowsUntilWhen() throws Exception {
		mark(1).write();
		Instant first = clock.instant();
		clock.advance(Duration.ofSeconds(29));
		store.forget();
		mark(1).writeKey();
		assertThat(store.operations()).as("it is young").containsExactly(Operation.FIND);
		clock.advance(Duration.ofSeconds(1));
		mark(1).writeKey();
		mark(2, 1).write();
		clock.advance(Duration.ofSeconds(60));
		mark(2, 1).writeKey();
		assertThat(mark(2).keys()).containsExactlyInAnyOrder(
				new KeyRingMark.MarkedKey(name(1), true, first.plusSeconds(30)),
				new KeyRingMark.MarkedKey(name(2), false, first.plusSeconds(90)));
	}

	@Test
	void whenAKeyHasSealedWithoutAMarkThenItIsMarkedAsOneThatSealsNoMore() throws Exception {
		mark(2).write();
		mark(2, 1).writeKeys(List.of(name(1), name(2), name(9)));
		assertThat(mark(2).missing()).containsExactly(name(1));
		assertThat(mark(2).keys()).filteredOn(KeyRingMark.MarkedKey::missing)
			.allSatisfy(key -> assertThat(key.usedUntil().plus(KeyRingMark.IN_USE)).isEqualTo(clock.instant()));
	}

	@Test
	void whenKeysAreRetiredThenNotThoseThatAreNeeded() throws Exception {
		mark(1).write();
		mark(3, 1).write();
		mark(2, 3, 1).write();
		clock.advance(KeyRingMark.IN_USE);
		mark(2, 1).retireExcept(Set.of(name(1)), clock.instant());
		assertThat(mark(2).missing()).as("3, which the node lacks, is gone as well").containsExactly(name(1));
	}

	/**
	 * A record that a node sealed with the key since then may be in the part already
	 * read.
	 */
	@Test
	void whenANodeSealedWithAKeyDuringTheReadingThenItIsNotRetired() throws Exception {
		mark(1).write();
		mark(2, 1).write();
		Instant began = clock.instant();
		clock.advance(KeyRingMark.IN_USE.multipliedBy(2));
		mark(2, 1).retireExcept(Set.of(), began);
		assertThat(mark(2).missing()).containsExactly(name(1));
	}

	@Test
	void whenNodesWithDifferentRingsStartAtOnceThenOneSetsIt() throws Exception {
		int nodes = 8;
		CyclicBarrier start = new CyclicBarrier(nodes);
		try (ExecutorService threads = Executors.newFixedThreadPool(nodes)) {
			List<Future<State>> states = IntStream.rangeClosed(1, nodes).mapToObj(key -> threads.submit(() -> {
				start.await();
				return mark(key).write();
			})).toList();
			int own = 0;
			for (Future<State> state : states) {
				own += state.get() == State.OWN ? 1 : 0;
			}
			assertThat(own).isOne();
		}
	}

}
