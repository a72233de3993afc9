package org.campanile.storage.hazelcast;

import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import org.jspecify.annotations.Nullable;

/**
 * What is done to one session, atomically, where it lies. It carries the caller's time,
 * and may be run twice: the second run changes nothing and answers the same. It writes
 * what is there once more, so that its answer too waits until the copies have it. Backups
 * run it as well. Thread-safe.
 */
sealed interface SessionProcessor<R extends @Nullable Object> extends EntryProcessor<String, SessionRecord, R> {

	/**
	 * Whether it is there now; true as well for the session this very call created.
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
	 * The session as it is after the call; null if it is gone.
	 *
	 * @param version which the caller read
	 * @param state the new state
	 * @param nonce the call's own
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
	 * Whether the session is there.
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
	 * Whether the session is there.
	 *
	 * @param idle the new idle end
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
	 * The session as it was ended by this call; null if it was gone.
	 *
	 * @param nonce the call's own
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
				MapEntries.setFor(entry, present, SessionRecord.REMEMBERED);
				return present;
			}
			if (!present.isLiveAt(now)) {
				return null;
			}
			SessionRecord ended = present.ended(nonce);
			MapEntries.setFor(entry, ended, SessionRecord.REMEMBERED);
			return ended;
		}

	}

}
