package org.campanile.storage.hazelcast;

import java.io.IOException;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;

/**
 * The serialized form of operations on sessions: a number and the fields in order. It has
 * no field names like the values, because these schemas would have to be announced to
 * every member before their first use, which would fail while one is cut off. The fields
 * of a number never change; a change takes a new number.
 */
final class SessionProcessorSerializer implements StreamSerializer<SessionProcessor<?>> {

	private static final int TYPE_ID = 4701;

	private static final byte CREATE = 1;

	private static final byte UPDATE = 2;

	private static final byte ADD_SERVICE = 3;

	private static final byte TOUCH = 4;

	private static final byte END = 5;

	@Override
	public int getTypeId() {
		return TYPE_ID;
	}

	@Override
	public void write(ObjectDataOutput out, SessionProcessor<?> processor) throws IOException {
		switch (processor) {
			case SessionProcessor.Create create -> {
				out.writeByte(CREATE);
				out.writeObject(create.session());
				out.writeLong(create.now());
			}
			case SessionProcessor.Update update -> {
				out.writeByte(UPDATE);
				out.writeLong(update.version());
				out.writeByteArray(update.state());
				out.writeLong(update.nonce());
				out.writeLong(update.now());
			}
			case SessionProcessor.AddService add -> {
				out.writeByte(ADD_SERVICE);
				out.writeObject(add.service());
				out.writeLong(add.now());
			}
			case SessionProcessor.Touch touch -> {
				out.writeByte(TOUCH);
				out.writeLong(touch.idle());
				out.writeLong(touch.now());
			}
			case SessionProcessor.End end -> {
				out.writeByte(END);
				out.writeLong(end.nonce());
				out.writeLong(end.now());
			}
		}
	}

	@Override
	public SessionProcessor<?> read(ObjectDataInput in) throws IOException {
		byte number = in.readByte();
		return switch (number) {
			case CREATE -> new SessionProcessor.Create(object(in, SessionRecord.class), in.readLong());
			case UPDATE -> new SessionProcessor.Update(in.readLong(), bytes(in), in.readLong(), in.readLong());
			case ADD_SERVICE -> new SessionProcessor.AddService(object(in, ServiceRecord.class), in.readLong());
			case TOUCH -> new SessionProcessor.Touch(in.readLong(), in.readLong());
			case END -> new SessionProcessor.End(in.readLong(), in.readLong());
			default -> throw new HazelcastSerializationException("no operation on sessions has the number " + number);
		};
	}

	/** Reads an argument of an operation. */
	static <T> T object(ObjectDataInput in, Class<T> type) throws IOException {
		Object object = in.readObject();
		if (!type.isInstance(object)) {
			throw new HazelcastSerializationException(
					"an operation has no " + type.getSimpleName() + " where one is expected");
		}
		return type.cast(object);
	}

	/** Reads the state that an operation stores. */
	static byte[] bytes(ObjectDataInput in) throws IOException {
		byte[] bytes = in.readByteArray();
		if (bytes == null) {
			throw new HazelcastSerializationException("an operation lacks its state");
		}
		return bytes;
	}

}
