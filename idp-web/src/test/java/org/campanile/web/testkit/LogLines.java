package org.campanile.web.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * The lines logged from now on, until closed. To be created after the server has started,
 * as its start resets the log. Thread-safe.
 */
public final class LogLines implements AutoCloseable {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	private final Logger logger;

	private final Appender appender = new Appender();

	private final Level least;

	private LogLines(String logger, Level least) {
		this.logger = (Logger) LoggerFactory.getLogger(logger);
		this.least = least;
		appender.setContext(this.logger.getLoggerContext());
		appender.start();
		this.logger.addAppender(appender);
	}

	/** The audit log. */
	public static LogLines audit() {
		return new LogLines("campanile.audit", Level.TRACE);
	}

	/** Everything. */
	public static LogLines all() {
		return new LogLines(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.TRACE);
	}

	/** Warnings and errors of every logger. */
	public static LogLines warnings() {
		return new LogLines(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.WARN);
	}

	/** The messages since the last {@link #forget()}, stack traces below them. */
	public List<String> lines() {
		return events.stream().map(LogLines::text).toList();
	}

	/** Those of one logger. */
	public List<String> lines(String name) {
		return events.stream().filter(event -> event.getLoggerName().equals(name)).map(LogLines::text).toList();
	}

	public void forget() {
		events.clear();
	}

	@Override
	public void close() {
		logger.detachAppender(appender);
	}

	private static String text(ILoggingEvent event) {
		return event.getThrowableProxy() == null ? event.getFormattedMessage()
				: event.getFormattedMessage() + '\n' + ThrowableProxyUtil.asString(event.getThrowableProxy());
	}

	private final class Appender extends AppenderBase<ILoggingEvent> {

		@Override
		protected void append(ILoggingEvent event) {
			if (event.getLevel().isGreaterOrEqual(least)) {
				events.add(event);
			}
		}

	}

}
