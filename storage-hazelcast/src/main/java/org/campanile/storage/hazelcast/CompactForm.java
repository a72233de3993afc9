package org.campanile.storage.hazelcast;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;

/**
 * The serialized form of one of the stored types: by field names, so that nodes of two
 * versions understand each other. Unknown fields are skipped. A field added by a later
 * version must be checked with {@link CompactReader#getFieldKind} before it is read; the
 * kind of a field never changes.
 */
abstract class CompactForm<T> implements CompactSerializer<T> {

	private final String typeName;

	private final Class<T> type;

	CompactForm(String typeName, Class<T> type) {
		this.typeName = "campanile." + typeName;
		this.type = type;
	}

	/** Reads bytes; empty if absent. */
	static byte[] bytes(CompactReader reader, String field) {
		byte[] bytes = reader.readArrayOfInt8(field);
		return bytes == null ? new byte[0] : bytes;
	}

	/** Reads text; empty if absent. */
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
