package org.campanile.storage.hazelcast;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;

/** The serialized form of records. */
final class KeptRecordForm extends CompactForm<KeptRecord> {

	KeptRecordForm() {
		super("record", KeptRecord.class);
	}

	@Override
	public KeptRecord read(CompactReader reader) {
		return new KeptRecord(text(reader, "owner"), reader.readString("former"), reader.readInt64("version"),
				reader.readInt64("expires"), bytes(reader, "state"), reader.readInt64("createdBy"),
				reader.readInt64("updatedBy"), reader.readInt64("removedBy"));
	}

	@Override
	public void write(CompactWriter writer, KeptRecord kept) {
		writer.writeString("owner", kept.owner());
		writer.writeString("former", kept.former());
		writer.writeInt64("version", kept.version());
		writer.writeInt64("expires", kept.expires());
		writer.writeArrayOfInt8("state", kept.state());
		writer.writeInt64("createdBy", kept.createdBy());
		writer.writeInt64("updatedBy", kept.updatedBy());
		writer.writeInt64("removedBy", kept.removedBy());
	}

}
