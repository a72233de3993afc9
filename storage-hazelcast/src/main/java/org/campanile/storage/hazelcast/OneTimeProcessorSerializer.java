package org.campanile.storage.hazelcast;

import java.io.IOException;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;

import static org.campanile.storage.hazelcast.SessionProcessorSerializer.object;

/**
 * The serialized form of operations on replay keys and values; see
 * {@link SessionProcessorSerializer}.
 */
final class OneTimeProcessorSerializer implements StreamSerializer<OneTimeProcessor<?>> {

	private static final int TYPE_ID = 4702;

	private static final byte PLACE = 1;

	private static final byte TAKE = 2;

	private static final byte READ_CLOCK = 3;

	@Override
	public int getTypeId() {
		return TYPE_ID;
	}

	@Override
	public void write(ObjectDataOutput out, OneTimeProcessor<?> processor) throws IOException {
		switch (processor) {
			case OneTimeProcessor.Place place -> {
				out.writeByte(PLACE);
				out.writeObject(place.placed());
				out.writeLong(place.now());
			}
			case OneTimeProcessor.Take take -> {
				out.writeByte(TAKE);
				out.writeLong(take.nonce());
				out.writeLong(take.now());
			}
			case OneTimeProcessor.ReadClock clock -> out.writeByte(READ_CLOCK);
		}
	}

	@Override
	public OneTimeProcessor<?> read(ObjectDataInput in) throws IOException {
		byte number = in.readByte();
		return switch (number) {
			case PLACE -> new OneTimeProcessor.Place(object(in, OneTimeRecord.class), in.readLong());
			case TAKE -> new OneTimeProcessor.Take(in.readLong(), in.readLong());
			case READ_CLOCK -> new OneTimeProcessor.ReadClock();
			default ->
				throw new HazelcastSerializationException("no operation on one-time state has the number " + number);
		};
	}

}
