package org.campanile.testkit.record;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of a backend that removes expired records itself, in addition to
 * {@link RecordStoreContract}.
 */
public abstract class RecordPurgeContract extends RecordStoreHarness {

	/**
	 * One run of the purge on the node of that store.
	 * @return how many records it removed; none if another node is purging
	 */
	protected abstract int purge(RecordStore store) throws Exception;

	/** How many records one run removes at most. */
	protected abstract int budget();

	/** How many records are stored, expired ones too. */
	protected abstract long stored() throws Exception;

	@Test
	void whenPurgedThenTheExpiredGoAndTheLiveStay() throws Exception {
		for (int i = 0; i < 40; i++) {
			here.create(record("a" + i));
			if (i % 2 == 0) {
				here.update(KIND, hash("a" + i), 1, END.plusSeconds(60), bytes("lives longer"));
			}
		}
		clock.set(END.minus(INSTANT));
		assertThat(purge(here)).isZero();
		clock.set(END);
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isEqualTo(20);
		for (int i = 0; i < 40; i++) {
			assertThat(there.find(KIND, hash("a" + i)).isPresent()).isEqualTo(i % 2 == 0);
		}
		clock.set(END.plusSeconds(60));
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isZero();
	}

	@Test
	void whenThereIsMoreThanTheBudgetThenARunKeepsIt() throws Exception {
		int records = budget() + 7;
		Race.run(8, number -> {
			for (int i = number; i < records; i += 8) {
				node(number).create(record("a" + i));
			}
			return true;
		});
		clock.set(END);
		assertThat(purge(here)).isPositive().isLessThanOrEqualTo(budget());
		assertThat(stored()).isGreaterThanOrEqualTo(7);
		purgeAll();
		assertThat(stored()).isZero();
	}

	@Test
	void whenTwoPurgeDuringTrafficThenOnlyTheExpiredGoAndNothingFails() throws Exception {
		int expired = 300;
		for (int i = 0; i < expired; i++) {
			here.create(record("old " + i));
		}
		clock.set(END);
		AtomicInteger purged = new AtomicInteger();
		List<Integer> kept = Race.run(8, number -> {
			if (number < 2) {
				for (int i = 0; i < 20; i++) {
					purged.addAndGet(purge(node(number)));
				}
				return 0;
			}
			return traffic(number);
		});
		purged.addAndGet(purgeAll());
		int live = kept.stream().mapToInt(Integer::intValue).sum();
		// Sixty of the expired ones were replaced instead of purged.
		assertThat(purged.get()).isBetween(expired - 60, expired);
		assertThat(stored()).isEqualTo(live);
		assertThat(all(here, KIND, "alice", RecordStore.MAX_PAGE)).hasSize(live);
	}

	/** Everything that happens to records, and to some that have expired. */
	private int traffic(int number) throws Exception {
		int live = 0;
		for (int i = 0; i < 40; i++) {
			String key = "new " + number + ' ' + i;
			assertThat(node(i).create(record(KIND, key, "alice", END.plusSeconds(60), "state"))).isTrue();
			assertThat(node(i + 1).update(KIND, hash(key), 1, END.plusSeconds(90), bytes("new")))
				.isEqualTo(new RecordUpdate.Updated(2));
			assertThat(node(i).find(KIND, hash(key))).isPresent();
			if (i % 2 == 0) {
				assertThat(node(i).remove(KIND, hash(key))).isPresent();
			}
			else {
				live++;
			}
			String old = "old " + (number * 40 + i);
			assertThat(node(i).update(KIND, hash(old), 1, END.plusSeconds(60), bytes("revived")))
				.isEqualTo(new RecordUpdate.Gone());
			assertThat(node(i).remove(KIND, hash("old " + (60 + number * 30 + i % 30)))).isEmpty();
		}
		for (int i = 0; i < 10; i++) {
			String old = "old " + ((number - 2) * 10 + i);
			assertThat(node(i).create(record(KIND, old, "alice", END.plusSeconds(60), "replaced"))).isTrue();
			live++;
		}
		return live;
	}

	private int purgeAll() throws Exception {
		int all = 0;
		int last;
		do {
			last = purge(here);
			all += last;
		}
		while (last > 0);
		return all;
	}

}
