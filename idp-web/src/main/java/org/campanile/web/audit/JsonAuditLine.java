package org.campanile.web.audit;

import java.io.StringWriter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import org.campanile.audit.AuditEvent;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * One JSON object with the time in it, all of whose values are strings. Everything that
 * is not ASCII is escaped, so what a terminal could take for more than text is.
 */
final class JsonAuditLine implements AuditLine {

	private final JsonFactory json = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

	private final InstantSource clock;

	JsonAuditLine(InstantSource clock) {
		this.clock = clock;
	}

	@Override
	public CharSequence of(AuditEvent event) {
		StringWriter line = new StringWriter(768);
		try (JsonGenerator object = json.createGenerator(ObjectWriteContext.empty(), line)) {
			object.writeStartObject();
			object.writeStringProperty("timestamp", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
			object.writeStringProperty("event", event.type().name());
			object.writeStringProperty("code", event.code());
			for (Map.Entry<String, String> field : event.fields().entrySet()) {
				object.writeStringProperty(field.getKey(), LogValue.shortened(field.getValue()));
			}
			object.writeEndObject();
		}
		// Within a value, as all that stands beside them is ours.
		return line.toString().replace("\u007f", "\\u007f");
	}

}
