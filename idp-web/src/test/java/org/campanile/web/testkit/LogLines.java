package org.campanile.web.testkit;

import java.util.ArrayList;
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

	private final List<Logger> switchedOn = new ArrayList<>();

	private LogLines(String logger, Level least) {
		this.logger = (Logger) LoggerFactory.getLogger(logger);
		this.least = least;
		appender.setContext(this.logger.getLoggerContext());
		appender.start();
		this.logger.addAppender(appender);
		List.of(org.slf4j.Logger.ROOT_LOGGER_NAME, "org.campanile").forEach(this::switchOn);
	}

	/** A command that another test ran has switched logging off. */
	private void switchOn(String name) {
		Logger off = (Logger) LoggerFactory.getLogger(name);
		if (off.getLevel() == Level.OFF) {
			off.setLevel(Level.INFO);
			switchedOn.add(off);
		}
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

	/** Records warnings and errors of a class. */
	public static LogLines warningsOf(Class<?> type) {
		return new LogLines(type.getName(), Level.WARN);
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
		switchedOn.forEach(off -> off.setLevel(Level.OFF));
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
