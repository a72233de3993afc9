package org.campanile.storage.hazelcast;

import java.io.IOException;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;

/**
 * The serialized form of operations on records; see {@link SessionProcessorSerializer}.
 */
final class RecordProcessorSerializer implements StreamSerializer<RecordProcessor<?>> {

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
			case RecordProcessor.Create create -> {
				out.writeByte(CREATE);
				out.writeObject(create.created());
				out.writeLong(create.now());
			}
			case RecordProcessor.Update update -> {
				out.writeByte(UPDATE);
				out.writeLong(update.version());
				out.writeLong(update.expires());
				out.writeByteArray(update.state());
				out.writeLong(update.nonce());
				out.writeLong(update.now());
			}
			case RecordProcessor.Remove remove -> {
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
			case CREATE -> new RecordProcessor.Create(created(in), in.readLong());
			case UPDATE ->
				new RecordProcessor.Update(in.readLong(), in.readLong(), state(in), in.readLong(), in.readLong());
			case REMOVE -> new RecordProcessor.Remove(in.readLong(), in.readLong());
			default -> throw new HazelcastSerializationException("no operation on records has the number " + number);
		};
	}

	private static KeptRecord created(ObjectDataInput in) throws IOException {
		Object object = in.readObject();
		if (object instanceof KeptRecord created) {
			return created;
		}
		throw new HazelcastSerializationException("an operation on records has an unexpected argument");
	}

	private static byte[] state(ObjectDataInput in) throws IOException {
		byte[] state = in.readByteArray();
		if (state == null) {
			throw new HazelcastSerializationException("an operation on records lacks its state");
		}
		return state;
	}

}
