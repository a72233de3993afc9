package org.campanile.storage.hazelcast;

import java.util.List;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;

/** The serialized forms of sessions. */
final class SessionForms {

	private SessionForms() {
	}

	static final class Service extends CompactForm<ServiceRecord> {

		Service() {
			super("service", ServiceRecord.class);
		}

		@Override
		public ServiceRecord read(CompactReader reader) {
			return new ServiceRecord(text(reader, "service"), text(reader, "identifier"), bytes(reader, "state"));
		}

		@Override
		public void write(CompactWriter writer, ServiceRecord service) {
			writer.writeString("service", service.service());
			writer.writeString("identifier", service.identifier());
			writer.writeArrayOfInt8("state", service.state());
		}

	}

	static final class Session extends CompactForm<SessionRecord> {

		Session() {
			super("session", SessionRecord.class);
		}

		@Override
		public SessionRecord read(CompactReader reader) {
			ServiceRecord[] services = reader.readArrayOfCompact("services", ServiceRecord.class);
			return new SessionRecord(text(reader, "principal"), reader.readString("former"),
					reader.readInt64("version"), reader.readInt64("created"), reader.readInt64("expires"),
					reader.readInt64("idle"), bytes(reader, "state"), services == null ? List.of() : List.of(services),
					reader.readInt64("createdBy"), reader.readInt64("updatedBy"), reader.readInt64("endedBy"));
		}

		@Override
		public void write(CompactWriter writer, SessionRecord session) {
			writer.writeString("principal", session.principal());
			writer.writeString("former", session.former());
			writer.writeInt64("version", session.version());
			writer.writeInt64("created", session.created());
			writer.writeInt64("expires", session.expires());
			writer.writeInt64("idle", session.idle());
			writer.writeArrayOfInt8("state", session.state());
			writer.writeArrayOfCompact("services", session.services().toArray(ServiceRecord[]::new));
			writer.writeInt64("createdBy", session.createdBy());
			writer.writeInt64("updatedBy", session.updatedBy());
			writer.writeInt64("endedBy", session.endedBy());
		}

	}

}
