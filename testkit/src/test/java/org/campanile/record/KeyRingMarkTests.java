package org.campanile.record;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.record.KeyRingMark.State;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeyRingMarkTests {

	private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-20T12:00:00Z"));

	private static final String HASH = "0".repeat(64);

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final CountingRecordStore store = new CountingRecordStore(new HeapRecordStore(CLOCK, rows));

	private KeyRingMark mark(int... keys) {
		return new KeyRingMark(store, SessionFixtures.sealer(keys), Records.durableHashing(new byte[16]), CLOCK);
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
				CLOCK);
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
				new KeyRingMark(store, SessionFixtures.sealer(1), Records.durableHashing(new byte[17]), CLOCK))) {
			Records records = Records.durable(wrong.guard(store), SessionFixtures.sealer(2),
					Records.durableHashing(new byte[17]), CLOCK);
			assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> records.find(kind, "alice"));
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> records.create(kind, "alice", "all", CLOCK.instant().plusSeconds(9), new byte[0]));
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
		String first = SessionFixtures.sealer(1).ring().newest().name();
		assertThat(mark(2, 1).missing()).isEmpty();
		assertThat(mark(2).read()).as("the mark of the ring has moved on").isEqualTo(State.OWN);
		assertThat(mark(2).missing()).containsExactly(first);
		mark(2, 1).retireOthers();
		assertThat(mark(2).missing()).isEmpty();
		assertThat(mark(1).missing()).containsExactly(SessionFixtures.sealer(2).ring().newest().name());
		mark(1, 2).writeKey();
		assertThat(mark(2).missing()).as("another node still seals with it").containsExactly(first);
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
