package org.campanile.testkit.store;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.campanile.testkit.Race;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of a backend that removes expired entries itself, in addition to the
 * contract of the store.
 *
 * @param <S> the kind of store
 */
public abstract class PurgeContract<S> extends StoreHarness<S> {

	/**
	 * Runs the purge once on the node of that store.
	 * @return how many entries it removed; none if another node is purging
	 */
	protected abstract int purge(S store) throws Exception;

	/** Returns how many entries one run removes at most. */
	protected abstract int budget();

	/** Returns how many entries are stored, including expired ones. */
	protected abstract long stored() throws Exception;

	/** Creates an entry that lives until {@link #end()}. */
	protected abstract void create(S store, String name) throws Exception;

	/** Makes it live until {@link #later()}. */
	protected abstract void prolong(S store, String name) throws Exception;

	protected abstract boolean lives(S store, String name) throws Exception;

	protected abstract Instant end();

	protected abstract Instant later();

	/**
	 * Changes entries while others purge: creates some, removes some of them, and
	 * replaces ten expired ones.
	 * @param number 2 to 7
	 * @return how many of them live on
	 */
	protected abstract int traffic(int number) throws Exception;

	/** Returns how many entries are found. */
	protected abstract int found() throws Exception;

	@Test
	void whenPurgedThenTheExpiredGoAndTheLiveStay() throws Exception {
		for (int i = 0; i < 40; i++) {
			create(here, "a" + i);
			if (i % 2 == 0) {
				prolong(here, "a" + i);
			}
		}
		clock.set(end().minusMillis(1));
		assertThat(purge(here)).isZero();
		clock.set(end());
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isEqualTo(20);
		for (int i = 0; i < 40; i++) {
			assertThat(lives(there, "a" + i)).isEqualTo(i % 2 == 0);
		}
		clock.set(later());
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isZero();
	}

	@Test
	void whenThereIsMoreThanTheBudgetThenARunKeepsIt() throws Exception {
		int entries = budget() + 7;
		Race.run(8, number -> {
			for (int i = number; i < entries; i += 8) {
				create(node(number), "a" + i);
			}
			return true;
		});
		clock.set(end());
		assertThat(purge(here)).isPositive().isLessThanOrEqualTo(budget());
		assertThat(stored()).isGreaterThanOrEqualTo(7);
		purgeAll();
		assertThat(stored()).isZero();
	}

	@Test
	void whenTwoPurgeDuringTrafficThenOnlyTheExpiredGoAndNothingFails() throws Exception {
		int expired = 300;
		for (int i = 0; i < expired; i++) {
			create(here, "old " + i);
		}
		clock.set(end());
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
		assertThat(found()).isEqualTo(live);
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
