package org.campanile.web.config;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggerGroup;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.Environment;

/** Applies the log levels of {@code logging.level}. Thread-safe. */
final class LogLevels {

	static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("logging.level");

	private final LoggingSystem system;

	private final LoggerGroups groups;

	/**
	 * The levels of loggers before they were configured; empty for those that inherited
	 * theirs.
	 */
	private final Map<String, Optional<LogLevel>> unnamed = new HashMap<>();

	LogLevels(LoggingSystem system, LoggerGroups groups) {
		this.system = system;
		this.groups = groups;
	}

	/** The levels that an environment configures. */
	static Map<String, LogLevel> of(Environment environment) {
		return bound(environment, LogLevel.class);
	}

	private static <T> Map<String, T> bound(Environment environment, Class<T> type) {
		BindResult<Map<String, T>> levels = Binder.get(environment).bind(PREFIX, Bindable.mapOf(String.class, type));
		return levels.isBound() ? levels.get() : Map.of();
	}

	/** The invalid levels, one line each. */
	static Stream<String> faults(Environment environment) {
		List<String> known = Arrays.stream(LogLevel.values())
			.map(level -> level.name().toLowerCase(Locale.ROOT))
			.toList();
		return bound(environment, String.class).entrySet()
			.stream()
			// An unquoted "off" is a boolean in YAML.
			.filter(level -> !"false".equals(level.getValue())
					&& !known.contains(level.getValue().strip().toLowerCase(Locale.ROOT)))
			.map(level -> PREFIX + "." + level.getKey() + ": \"" + level.getValue() + "\" is none of "
					+ String.join(", ", known) + ConfiguredNames.suggestion(level.getValue(), known));
	}

	/**
	 * Sets the levels, groups before their members. A logger that is no longer configured
	 * returns to the level it had before, or inherits its parent's.
	 */
	synchronized void change(Map<String, LogLevel> before, Map<String, LogLevel> after) {
		if (before.equals(after)) {
			return;
		}
		before.keySet()
			.stream()
			.flatMap(this::loggers)
			.forEach(logger -> unnamed.putIfAbsent(logger, Optional.empty()));
		after.keySet().stream().flatMap(this::loggers).forEach(logger -> unnamed.computeIfAbsent(logger, this::level));
		before.keySet()
			.stream()
			.filter(name -> !after.containsKey(name))
			.flatMap(this::loggers)
			.forEach(logger -> system.setLogLevel(logger, unnamed.getOrDefault(logger, Optional.empty()).orElse(null)));
		after.forEach((name, level) -> {
			if (isGroup(name)) {
				loggers(name).forEach(logger -> system.setLogLevel(logger, level));
			}
		});
		after.forEach((name, level) -> {
			if (!isGroup(name)) {
				loggers(name).forEach(logger -> system.setLogLevel(logger, level));
			}
		});
	}

	private Optional<LogLevel> level(String logger) {
		LoggerConfiguration configuration = system.getLoggerConfiguration(logger);
		return configuration == null ? Optional.empty() : Optional.ofNullable(configuration.getConfiguredLevel());
	}

	private boolean isGroup(String name) {
		LoggerGroup group = groups.get(name);
		return group != null && group.hasMembers();
	}

	private Stream<String> loggers(String name) {
		LoggerGroup group = groups.get(name);
		if (group != null && group.hasMembers()) {
			return group.getMembers().stream();
		}
		return Stream.of("root".equalsIgnoreCase(name) ? LoggingSystem.ROOT_LOGGER_NAME : name);
	}

}
