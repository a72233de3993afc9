package org.campanile.storage.hazelcast;

import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import org.jspecify.annotations.Nullable;

/** Operations on one record; see {@link SessionProcessor}. */
sealed interface RecordProcessor<R extends @Nullable Object> extends EntryProcessor<String, KeptRecord, R> {

	/**
	 * Returns whether the record was created, also by an earlier run of this call.
	 *
	 * @param created the new one
	 * @param now the caller's time
	 */
	record Create(KeptRecord created, long now) implements RecordProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, KeptRecord> entry) {
			KeptRecord present = entry.getValue();
			if (present != null && present.createdBy() == created.createdBy()) {
				MapEntries.change(entry, present);
				return true;
			}
			if (present != null && present.isLiveAt(now)) {
				return false;
			}
			MapEntries.set(entry, created, created.expires(), now);
			return true;
		}

	}

	/**
	 * Returns the record after the call; null if it is gone. A second run recognizes
	 * itself before it looks at the time, because the first may have let the record end.
	 *
	 * @param version that the caller read
	 * @param expires the new end
	 * @param state the new state
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Update(long version, long expires, byte[] state, long nonce,
			long now) implements RecordProcessor<@Nullable KeptRecord> {

		@Override
		public @Nullable KeptRecord process(Map.Entry<String, KeptRecord> entry) {
			KeptRecord present = entry.getValue();
			if (present == null || present.removedBy() != 0) {
				return null;
			}
			if (present.updatedBy() == nonce) {
				MapEntries.change(entry, present);
				return present;
			}
			if (!present.isLiveAt(now)) {
				return null;
			}
			if (present.version() != version) {
				return present;
			}
			KeptRecord updated = present.updated(expires, state, nonce);
			MapEntries.set(entry, updated, expires, now);
			return updated;
		}

	}

	/**
	 * Returns the record removed by this call; null if it was gone.
	 *
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Remove(long nonce, long now) implements RecordProcessor<@Nullable KeptRecord> {

		@Override
		public @Nullable KeptRecord process(Map.Entry<String, KeptRecord> entry) {
			KeptRecord present = entry.getValue();
			if (present == null) {
				return null;
			}
			if (present.removedBy() == nonce) {
				MapEntries.setFor(entry, present, KeptRecord.RETENTION);
				return present;
			}
			if (!present.isLiveAt(now)) {
				return null;
			}
			KeptRecord removed = present.removed(nonce);
			MapEntries.setFor(entry, removed, KeptRecord.RETENTION);
			return removed;
		}

	}

}
