package org.campanile.storage.hazelcast;

import java.time.Instant;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;

import org.campanile.record.StoredRecord;

/**
 * A record. A removed one remains, invisible and without an owner, until its expiry, so
 * that an isolated part of the cluster cannot restore it when it rejoins. The array is
 * never modified.
 *
 * @param kind its kind
 * @param owner whom it belongs to, for the index; empty once it is removed
 * @param version its version
 * @param expires its expiry, milliseconds since the epoch
 * @param state its state
 * @param createdBy the nonce of the call that created it
 * @param updatedBy the nonce of the last call that changed it; 0 if none
 * @param removedBy the nonce of the call that removed it; 0 if none
 */
record RecordEntry(String kind, String owner, long version, long expires, byte[] state, long createdBy, long updatedBy,
		long removedBy) {

	static RecordEntry of(StoredRecord record, long nonce) {
		return new RecordEntry(record.kind(), record.owner(), record.version(), record.expiresAt().toEpochMilli(),
				record.state(), nonce, 0, 0);
	}

	boolean isLiveAt(long now) {
		return removedBy == 0 && now < expires;
	}

	/**
	 * @param key as in {@link #name}
	 */
	StoredRecord stored(String key) {
		return new StoredRecord(kind, key.substring(kind.length() + 1), owner, version, Instant.ofEpochMilli(expires),
				state);
	}

	/** The entry's key. */
	static String name(String kind, String key) {
		return kind + ' ' + key;
	}

	RecordEntry changed(long end, byte[] other, long nonce) {
		return new RecordEntry(kind, owner, version + 1, end, other, createdBy, nonce, 0);
	}

	RecordEntry removed(long nonce) {
		return new RecordEntry(kind, "", version, expires, state, createdBy, updatedBy, nonce);
	}

	/** Its serialized form. */
	static final class Form extends CompactForm<RecordEntry> {

		Form() {
			super("record", RecordEntry.class);
		}

		@Override
		public RecordEntry read(CompactReader reader) {
			return new RecordEntry(text(reader, "kind"), text(reader, "owner"), reader.readInt64("version"),
					reader.readInt64("expires"), bytes(reader, "state"), reader.readInt64("createdBy"),
					reader.readInt64("updatedBy"), reader.readInt64("removedBy"));
		}

		@Override
		public void write(CompactWriter writer, RecordEntry entry) {
			writer.writeString("kind", entry.kind());
			writer.writeString("owner", entry.owner());
			writer.writeInt64("version", entry.version());
			writer.writeInt64("expires", entry.expires());
			writer.writeArrayOfInt8("state", entry.state());
			writer.writeInt64("createdBy", entry.createdBy());
			writer.writeInt64("updatedBy", entry.updatedBy());
			writer.writeInt64("removedBy", entry.removedBy());
		}

	}

}
