package org.campanile.storage.hazelcast;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;

/** The serialized forms of replay keys and values. */
final class OneTimeForms {

	private OneTimeForms() {
	}

	static final class Entry extends CompactForm<OneTimeRecord> {

		Entry() {
			super("one-time", OneTimeRecord.class);
		}

		@Override
		public OneTimeRecord read(CompactReader reader) {
			return new OneTimeRecord(reader.readInt64("expires"), reader.readArrayOfInt8("value"),
					reader.readInt64("placedBy"), reader.readInt64("takenBy"));
		}

		@Override
		public void write(CompactWriter writer, OneTimeRecord entry) {
			writer.writeInt64("expires", entry.expires());
			writer.writeArrayOfInt8("value", entry.value());
			writer.writeInt64("placedBy", entry.placedBy());
			writer.writeInt64("takenBy", entry.takenBy());
		}

	}

}
