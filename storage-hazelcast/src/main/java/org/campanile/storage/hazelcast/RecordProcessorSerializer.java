package org.campanile.storage.hazelcast;

import java.io.IOException;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;

import static org.campanile.storage.hazelcast.SessionProcessorSerializer.bytes;
import static org.campanile.storage.hazelcast.SessionProcessorSerializer.object;

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
			case CREATE -> new RecordProcessor.Create(object(in, KeptRecord.class), in.readLong());
			case UPDATE ->
				new RecordProcessor.Update(in.readLong(), in.readLong(), bytes(in), in.readLong(), in.readLong());
			case REMOVE -> new RecordProcessor.Remove(in.readLong(), in.readLong());
			default -> throw new HazelcastSerializationException("no operation on records has the number " + number);
		};
	}

}
