package org.campanile.web.audit;

import java.util.Map;
import java.util.Spliterators;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import io.micrometer.core.instrument.FunctionCounter;
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
		appenders().filter(ReservingAsyncAppender.class::isInstance)
			.map(ReservingAsyncAppender.class::cast)
			.forEach(appender -> {
				count(registry, appender, "audit-success", ReservingAsyncAppender::lostSuccesses);
				count(registry, appender, "other", ReservingAsyncAppender::lostOthers);
			});
	}

	private static void count(MeterRegistry registry, ReservingAsyncAppender appender, String kind,
			ToDoubleFunction<ReservingAsyncAppender> count) {
		FunctionCounter.builder("campanile.log.lines.lost", appender, count)
			.description("log lines that found no room in the queue")
			.tag("kind", kind)
			.register(registry);
	}

	/**
	 * Of the audit log and of the root, empty if another logging system is configured.
	 */
	private static Stream<Appender<ILoggingEvent>> appenders() {
		return Stream.of(logger, LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME))
			.filter(ch.qos.logback.classic.Logger.class::isInstance)
			.map(ch.qos.logback.classic.Logger.class::cast)
			.flatMap(from -> StreamSupport.stream(Spliterators.spliteratorUnknownSize(from.iteratorForAppenders(), 0),
					false));
	}

	@Override
	public void record(AuditEvent event) {
		StringBuilder line = new StringBuilder(256).append("event=").append(event.type()).append(" code=");
		LogValue.append(line, event.code());
		for (Map.Entry<String, String> field : event.fields().entrySet()) {
			line.append(' ').append(field.getKey()).append('=');
			LogValue.append(line, field.getValue());
		}
		if (isRefusal(event)) {
			logger.info("{}", line);
		}
		else {
			logger.info(ReservingAsyncAppender.SUCCESS, "{}", line);
		}
		registry.counter("campanile.events", "type", event.type().name(), "reason", reason(event.code())).increment();
	}

	/** Whatever anybody can cause without signing in. */
	private static boolean isRefusal(AuditEvent event) {
		return switch (event.type()) {
			case LOGIN_REFUSED, REQUEST_REFUSED -> true;
			case LOGOUT -> event.code().equals("NO_SESSION");
			case LOGIN, SIGN_ON, IDENTIFIER_REVOKED -> false;
		};
	}

	/** The code without the part that makes it unique. */
	private static String reason(String code) {
		int dash = code.lastIndexOf('-');
		return dash < 0 ? code : code.substring(0, dash);
	}

}
