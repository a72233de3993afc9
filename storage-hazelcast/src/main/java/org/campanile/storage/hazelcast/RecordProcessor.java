package org.campanile.storage.hazelcast;

import java.io.IOException;
import java.util.Map;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Operations on one record; see {@link SessionProcessor}.
 */
sealed interface RecordProcessor<R extends @Nullable Object> extends EntryProcessor<String, RecordEntry, R> {

	/**
	 * Returns whether this call created it.
	 *
	 * @param created the record
	 * @param now the caller's time
	 */
	record Create(RecordEntry created, long now) implements RecordProcessor<Boolean> {

		@Override
		public Boolean process(Map.Entry<String, RecordEntry> entry) {
			RecordEntry present = entry.getValue();
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
	 * Returns the record as it is afterwards, changed by this call or by another; null if
	 * there is none.
	 *
	 * @param version the one that the change is based on
	 * @param end the new expiry, milliseconds since the epoch
	 * @param state the new state
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Update(long version, long end, byte[] state, long nonce,
			long now) implements RecordProcessor<@Nullable RecordEntry> {

		@Override
		public @Nullable RecordEntry process(Map.Entry<String, RecordEntry> entry) {
			RecordEntry present = entry.getValue();
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
			RecordEntry changed = present.changed(end, state, nonce);
			MapEntries.set(entry, changed, end, now);
			return changed;
		}

	}

	/**
	 * Returns the record to the call that removed it; null to all others.
	 *
	 * @param nonce of the call
	 * @param now the caller's time
	 */
	record Remove(long nonce, long now) implements RecordProcessor<@Nullable RecordEntry> {

		@Override
		public @Nullable RecordEntry process(Map.Entry<String, RecordEntry> entry) {
			RecordEntry present = entry.getValue();
			if (present != null && present.removedBy() == nonce) {
				MapEntries.change(entry, present);
				return present;
			}
			if (present == null || !present.isLiveAt(now)) {
				return null;
			}
			MapEntries.change(entry, present.removed(nonce));
			return present;
		}

	}

	/**
	 * The serialized form of these operations; see {@link SessionProcessorSerializer}.
	 */
	final class Serializer implements StreamSerializer<RecordProcessor<?>> {

		private static final int TYPE_ID = 4703;

		private static final byte CREATE = 1;

		private static final byte UPDATE = 2;

		private static final byte REMOVE = 3;

		@Override
		public int getTypeId() {
			return TYPE_ID;
		}

		@Override
		public void write(ObjectDataOutput out, RecordProcessor<?> processor) throws IOException {
			switch (processor) {
				case Create create -> {
					out.writeByte(CREATE);
					out.writeObject(create.created());
					out.writeLong(create.now());
				}
				case Update update -> {
					out.writeByte(UPDATE);
					out.writeLong(update.version());
					out.writeLong(update.end());
					out.writeByteArray(update.state());
					out.writeLong(update.nonce());
					out.writeLong(update.now());
				}
				case Remove remove -> {
					out.writeByte(REMOVE);
					out.writeLong(remove.nonce());
					out.writeLong(remove.now());
				}
			}
		}

		@Override
		public RecordProcessor<?> read(ObjectDataInput in) throws IOException {
			byte number = in.readByte();
			return switch (number) {
				case CREATE -> new Create(created(in), in.readLong());
				case UPDATE -> new Update(in.readLong(), in.readLong(), state(in), in.readLong(), in.readLong());
				case REMOVE -> new Remove(in.readLong(), in.readLong());
				default ->
					throw new HazelcastSerializationException("no operation on records has the number " + number);
			};
		}

		private static byte[] state(ObjectDataInput in) throws IOException {
			byte[] state = in.readByteArray();
			return state == null ? new byte[0] : state;
		}

		private static RecordEntry created(ObjectDataInput in) throws IOException {
			Object object = in.readObject();
			if (object instanceof RecordEntry created) {
				return created;
			}
			throw new HazelcastSerializationException("an operation on records has an unexpected argument");
		}

	}

}
