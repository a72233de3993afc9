package org.campanile.storage.hazelcast;

import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import org.jspecify.annotations.Nullable;

/**
 * Operations on one replay key or value; see {@link SessionProcessor}.
 */
sealed interface OneTimeProcessor<R extends @Nullable Object> extends EntryProcessor<String, OneTimeRecord, R> {

	/**
	 * Returns whether this call inserted it.
	 *
	 * @param placed the replay key or value
	 * @param now the caller's time
	 */
	record Place(OneTimeRecord placed, long now) implements OneTimeProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, OneTimeRecord> entry) {
			OneTimeRecord present = entry.getValue();
			if (present != null && present.placedBy() == placed.placedBy()) {
				MapEntries.change(entry, present);
				return true;
			}
			// A taken value does not block.
			if (present != null && present.takenBy() == 0 && now < present.expires()) {
				return false;
			}
			MapEntries.set(entry, placed, placed.expires(), now);
			return true;
		}

	}

	/**
	 * Returns the value to the call that took it; null to all others.
	 *
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Take(long nonce, long now) implements OneTimeProcessor<byte @Nullable []> {

		@Override
		public byte @Nullable [] process(Map.Entry<String, OneTimeRecord> entry) {
			OneTimeRecord present = entry.getValue();
			if (present == null || present.value() == null) {
				return null;
			}
			if (present.takenBy() == nonce) {
				MapEntries.change(entry, present);
				return present.value();
			}
			if (present.takenBy() != 0 || now >= present.expires()) {
				return null;
			}
			MapEntries.change(entry, present.taken(nonce));
			return present.value();
		}

	}

	/** Reads a member's clock, milliseconds since the epoch; changes nothing. */
	record ReadClock() implements OneTimeProcessor<Long> {

		@Override
		public Long process(Map.Entry<String, OneTimeRecord> entry) {
			return System.currentTimeMillis();
		}

		@Override
		public @Nullable EntryProcessor<String, OneTimeRecord, Long> getBackupProcessor() {
			return null;
		}

	}

}
