package org.campanile.storage.memory;

import java.time.InstantSource;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.onetime.OneTimeStoreContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MemoryOneTimeStoreTests extends OneTimeStoreContract {

	/** One node: the second store of the kit is the first. */
	private OneTimeStore store = new MemoryOneTimeStore(clock, capacity(100_000));

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemoryOneTimeStore(clock, capacity(100_000));
	}

	private static OneTimeCapacity capacity(long limit) {
		return new OneTimeCapacity("campanile.storage.memory.max-marks", limit);
	}

	@Nested
	class Capacity {

		private static final int ROOM = 50;

		private final OneTimeStore small = new MemoryOneTimeStore(clock, capacity(ROOM));

		@Test
		void whenFullThenRefusedAndNothingIsForgotten() throws Exception {
			fill();
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> small.setReplayKey("request", "one more", START.plusSeconds(60)))
				.withMessageContaining("campanile.storage.memory.max-marks");
			// Fails closed: an existing replay key is never reported as new.
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> small.setReplayKey("request", "a0", START.plusSeconds(60)));
		}

		@Test
		void whenMarksHaveExpiredThenThereIsRoomAgain() throws Exception {
			fill();
			clock.set(START.plusSeconds(62));
			assertThat(small.setReplayKey("request", "one more", START.plusSeconds(120))).isTrue();
			assertThat(small.setReplayKey("request", "one more", START.plusSeconds(120))).isFalse();
			for (int i = 1; i < ROOM; i++) {
				assertThat(small.setReplayKey("request", "b" + i, START.plusSeconds(120))).isTrue();
			}
		}

		private void fill() throws StoreUnavailableException {
			for (int i = 0; i < ROOM; i++) {
				assertThat(small.setReplayKey("request", "a" + i, START.plusSeconds(60))).isTrue();
			}
		}

	}

}
