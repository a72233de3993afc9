package org.campanile.storage.hazelcast;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;

/**
 * How a type of ours travels: by field names, so that nodes of two versions understand
 * each other. Unknown fields are skipped. A field that a later version adds must be
 * looked for with {@link CompactReader#getFieldKind} before it is read; no field ever
 * changes its kind.
 */
abstract class CompactForm<T> implements CompactSerializer<T> {

	private final String typeName;

	private final Class<T> type;

	CompactForm(String typeName, Class<T> type) {
		this.typeName = "campanile." + typeName;
		this.type = type;
	}

	/** Bytes that are never absent. */
	static byte[] bytes(CompactReader reader, String field) {
		byte[] bytes = reader.readArrayOfInt8(field);
		return bytes == null ? new byte[0] : bytes;
	}

	/** Text that is never absent. */
	static String text(CompactReader reader, String field) {
		String text = reader.readString(field);
		return text == null ? "" : text;
	}

	@Override
	public final String getTypeName() {
		return typeName;
	}

	@Override
	public final Class<T> getCompactClass() {
		return type;
	}

}
