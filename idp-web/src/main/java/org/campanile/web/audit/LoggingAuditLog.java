package org.campanile.web.audit;

import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;

/**
 * Writes each event as one line of {@code key=value} pairs to the logger
 * {@code campanile.audit}, and counts it in {@code campanile.events} by type and reason.
 * Thread-safe; the log's appender never blocks.
 */
@Component
class LoggingAuditLog implements AuditLog {

	private static final Logger logger = LoggerFactory.getLogger("campanile.audit");

	private final MeterRegistry registry;

	LoggingAuditLog(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void record(AuditEvent event) {
		StringBuilder line = new StringBuilder(256).append("event=").append(event.type()).append(" code=");
		LogValue.append(line, event.code());
		for (Map.Entry<String, String> field : event.fields().entrySet()) {
			line.append(' ').append(field.getKey()).append('=');
			LogValue.append(line, field.getValue());
		}
		logger.info("{}", line);
		registry.counter("campanile.events", "type", event.type().name(), "reason", reason(event.code())).increment();
	}

	/** The code without the part that makes it unique. */
	private static String reason(String code) {
		int dash = code.lastIndexOf('-');
		return dash < 0 ? code : code.substring(0, dash);
	}

}
