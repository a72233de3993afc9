package org.campanile.storage.hazelcast;

import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import org.jspecify.annotations.Nullable;

/**
 * What is done to one mark or value; as {@link SessionProcessor}.
 */
sealed interface OneTimeProcessor<R extends @Nullable Object> extends EntryProcessor<String, OneTimeRecord, R> {

	/**
	 * Whether this call placed it.
	 *
	 * @param placed the mark or value
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
			// One that was taken is no longer in the way.
			if (present != null && present.takenBy() == 0 && now < present.expires()) {
				return false;
			}
			MapEntries.set(entry, placed, placed.expires(), now);
			return true;
		}

	}

	/**
	 * The value, to the call that took it; null for all others.
	 *
	 * @param nonce the call's own
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

	/** Reads a member's clock, milliseconds since the epoch, and changes nothing. */
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
