package org.campanile.web.audit;

import java.util.Map;

import org.campanile.audit.AuditEvent;

/** {@code key=value} pairs; the log puts the time before them. */
final class TextAuditLine implements AuditLine {

	@Override
	public CharSequence of(AuditEvent event) {
		StringBuilder line = new StringBuilder(640).append("event=").append(event.type()).append(" code=");
		LogValue.append(line, event.code());
		for (Map.Entry<String, String> field : event.fields().entrySet()) {
			line.append(' ').append(field.getKey()).append('=');
			LogValue.append(line, field.getValue());
		}
		return line;
	}

}
