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
 * Records logged lines until it is closed. Create it after the server has started, as the
 * start resets the log. Thread-safe.
 */
public final class LogLines implements AutoCloseable {

	private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

	private final Logger logger;

	private final Appender appender = new Appender();

	private final Level least;

	private Runnable afterwards = () -> {
	};

	private LogLines(String logger, Level least) {
		this.logger = (Logger) LoggerFactory.getLogger(logger);
		this.least = least;
		appender.setContext(this.logger.getLoggerContext());
		appender.start();
		this.logger.addAppender(appender);
	}

	/** Records the audit log. */
	public static LogLines audit() {
		return new LogLines("campanile.audit", Level.TRACE);
	}

	/** Records the lines of all loggers. */
	public static LogLines all() {
		return new LogLines(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.TRACE);
	}

	/** Records warnings and errors of all loggers. */
	public static LogLines warnings() {
		return new LogLines(org.slf4j.Logger.ROOT_LOGGER_NAME, Level.WARN);
	}

	/**
	 * Records warnings and errors of a class, also if a command run by another test has
	 * switched logging off.
	 */
	public static LogLines warningsOf(Class<?> type) {
		LogLines lines = new LogLines(type.getName(), Level.WARN);
		Level before = lines.logger.getLevel();
		lines.logger.setLevel(Level.WARN);
		lines.afterwards = () -> lines.logger.setLevel(before);
		return lines;
	}

	/**
	 * Returns the messages since the last {@link #forget()}, each followed by its stack
	 * trace, if any.
	 */
	public List<String> lines() {
		return events.stream().map(LogLines::text).toList();
	}

	/** Returns the messages of one logger since the last {@link #forget()}. */
	public List<String> lines(String name) {
		return events.stream().filter(event -> event.getLoggerName().equals(name)).map(LogLines::text).toList();
	}

	public void forget() {
		events.clear();
	}

	@Override
	public void close() {
		logger.detachAppender(appender);
		afterwards.run();
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
