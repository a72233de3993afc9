package org.campanile.storage.hazelcast;

import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import org.jspecify.annotations.Nullable;

/**
 * Operations on one session, run atomically on its owner. They carry the caller's time
 * and are idempotent: a second run changes nothing and returns the same result. It writes
 * the value again, so that its answer too waits for the copies. Backups run them as well.
 * Thread-safe.
 */
sealed interface SessionProcessor<R extends @Nullable Object> extends EntryProcessor<String, SessionRecord, R> {

	/**
	 * Returns whether the session was created, also by an earlier run of this call.
	 *
	 * @param session the new one
	 * @param now the caller's time
	 */
	record Create(SessionRecord session, long now) implements SessionProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, SessionRecord> entry) {
			SessionRecord present = entry.getValue();
			if (present != null && present.createdBy() == session.createdBy()) {
				MapEntries.change(entry, present);
				return true;
			}
			if (present != null && present.isLiveAt(now)) {
				return false;
			}
			MapEntries.set(entry, session, session.end(), now);
			return true;
		}

	}

	/**
	 * Returns the session after the call; null if it is gone.
	 *
	 * @param version that the caller read
	 * @param state the new state
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Update(long version, byte[] state, long nonce,
			long now) implements SessionProcessor<@Nullable SessionRecord> {

		@Override
		public @Nullable SessionRecord process(Map.Entry<String, SessionRecord> entry) {
			SessionRecord present = entry.getValue();
			if (present == null || !present.isLiveAt(now)) {
				return null;
			}
			if (present.updatedBy() == nonce) {
				MapEntries.change(entry, present);
				return present;
			}
			if (present.version() != version) {
				return present;
			}
			SessionRecord updated = present.updated(state, nonce);
			MapEntries.change(entry, updated);
			return updated;
		}

	}

	/**
	 * Returns whether the session exists.
	 *
	 * @param service the service to add
	 * @param now the caller's time
	 */
	record AddService(ServiceRecord service, long now) implements SessionProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, SessionRecord> entry) {
			SessionRecord present = entry.getValue();
			if (present == null || !present.isLiveAt(now)) {
				return false;
			}
			MapEntries.change(entry, present.has(service) ? present : present.with(service));
			return true;
		}

	}

	/**
	 * Returns whether the session exists.
	 *
	 * @param idle the new idle expiry
	 * @param now the caller's time
	 */
	record Touch(long idle, long now) implements SessionProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, SessionRecord> entry) {
			SessionRecord present = entry.getValue();
			if (present == null || !present.isLiveAt(now)) {
				return false;
			}
			long end = Math.min(idle, present.expires());
			if (end > present.idle()) {
				MapEntries.set(entry, present.idleUntil(end), end, now);
			}
			return true;
		}

	}

	/**
	 * Returns the session terminated by this call; null if it was gone.
	 *
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record End(long nonce, long now) implements SessionProcessor<@Nullable SessionRecord> {

		@Override
		public @Nullable SessionRecord process(Map.Entry<String, SessionRecord> entry) {
			SessionRecord present = entry.getValue();
			if (present == null) {
				return null;
			}
			if (present.endedBy() == nonce) {
				MapEntries.setFor(entry, present, SessionRecord.RETENTION);
				return present;
			}
			if (!present.isLiveAt(now)) {
				return null;
			}
			SessionRecord ended = present.ended(nonce);
			MapEntries.setFor(entry, ended, SessionRecord.RETENTION);
			return ended;
		}

	}

}
