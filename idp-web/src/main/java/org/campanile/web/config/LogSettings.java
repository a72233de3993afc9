package org.campanile.web.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogFile;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Checks the settings of logging whose faults would otherwise end the start with a stack
 * trace before logging works.
 */
public final class LogSettings {

	private static final List<String> FORMATS = List.of("ecs", "gelf", "logstash");

	/** With this, {@code logback-spring.xml} writes lines as without any format. */
	private static final String NO_FORMAT = "none";

	private static final String LEVEL = LogLevels.PREFIX + ".";

	private static final String NAME = "logging.file.name";

	private static final String PATH = "logging.file.path";

	private static final String AUDIT_FILE = "campanile.audit.file";

	private static final String AUDIT_FORMAT = "campanile.audit.format";

	private static final List<String> AUDIT_FORMATS = List.of("text", "json");

	private LogSettings() {
	}

	/** The faults; writes nothing. */
	public static List<String> check(ConfigurableEnvironment environment) {
		PropertyOrigins origins = new PropertyOrigins(environment);
		return Stream
			.of(formats(environment), LogLevels.faults(environment), file(environment).stream(),
					auditFormat(environment).stream(), auditFile(environment).stream())
			.flatMap(Function.identity())
			.map(origins::located)
			.toList();
	}

	/**
	 * Values with which commands configure the log: in place of faulty ones; in place of
	 * the names of log files, so that those of a running server are not written; and
	 * levels, as commands report faults themselves.
	 * @param faults what {@link #check} found
	 */
	public static Map<String, Object> harmless(List<String> faults) {
		Map<String, Object> values = new HashMap<>(
				Map.of(NAME, "", PATH, "", AUDIT_FILE, "", LEVEL + "root", "OFF", LEVEL + "org.campanile", "OFF"));
		for (String fault : faults) {
			String key = fault.split("[ :]", 2)[0];
			values.putIfAbsent(key, key.equals(AUDIT_FORMAT) ? "text" : key.startsWith(LEVEL) ? "OFF" : NO_FORMAT);
		}
		return values;
	}

	/**
	 * Checks the formats. Any format that is not predefined is the name of a class, which
	 * contains a dot.
	 */
	private static Stream<String> formats(ConfigurableEnvironment environment) {
		return Stream.of("logging.structured.format.console", "logging.structured.format.file")
			.filter(key -> !FORMATS.contains(environment.getProperty(key, "ecs"))
					&& !environment.getProperty(key, "").contains("."))
			.map(key -> key + ": \"" + environment.getProperty(key) + "\" is none of " + String.join(", ", FORMATS)
					+ ConfiguredNames.suggestion(environment.getProperty(key, ""), FORMATS));
	}

	private static Optional<String> file(ConfigurableEnvironment environment) {
		LogFile configured = LogFile.get(environment);
		if (configured == null) {
			return Optional.empty();
		}
		String key = environment.getProperty(NAME, "").isEmpty() ? PATH : NAME;
		return unwritable(Path.of(configured.toString()).toAbsolutePath())
			.map(reason -> line(key, environment, reason));
	}

	private static String line(String key, ConfigurableEnvironment environment, String reason) {
		return key + ": \"" + environment.getProperty(key) + "\": " + reason + "; name a file in a folder that user "
				+ System.getProperty("user.name") + " may write to";
	}

	/**
	 * Compares the format like {@code logback-spring.xml}, which is read before any
	 * record is bound.
	 */
	private static Optional<String> auditFormat(ConfigurableEnvironment environment) {
		String format = environment.getProperty(AUDIT_FORMAT, "text");
		return AUDIT_FORMATS.contains(format) ? Optional.empty()
				: Optional.of(AUDIT_FORMAT + ": \"" + format + "\" is none of " + String.join(", ", AUDIT_FORMATS)
						+ ConfiguredNames.suggestion(format, AUDIT_FORMATS));
	}

	/** The audit log's own, relative to the home folder. */
	private static Optional<String> auditFile(ConfigurableEnvironment environment) {
		String file = environment.getProperty(AUDIT_FILE, "");
		if (file.isEmpty()) {
			return Optional.empty();
		}
		try {
			Path log = Path.of(environment.getProperty(HomeEnvironment.HOME, "")).resolve(file).toAbsolutePath();
			return unwritable(log).or(() -> unrotatable(log)).map(reason -> line(AUDIT_FILE, environment, reason));
		}
		catch (InvalidPathException ex) {
			return Optional.of(line(AUDIT_FILE, environment, String.valueOf(ex.getReason())));
		}
	}

	private static Optional<String> unwritable(Path file) {
		if (file.toString().contains("${")) {
			return Optional.of("an environment variable in it is not set");
		}
		if (Files.isDirectory(file)) {
			return Optional.of(file + " is a folder");
		}
		// It is renamed when it is rotated.
		if (Files.exists(file) && !Files.isRegularFile(file)) {
			return Optional.of(file + " is not a regular file");
		}
		@Nullable Path existing = file;
		while (existing != null && !Files.exists(existing)) {
			existing = existing.getParent();
		}
		if (existing == null) {
			return Optional.of(file + " has no folder");
		}
		if (!existing.equals(file) && !Files.isDirectory(existing)) {
			return Optional.of(existing + " is not a folder");
		}
		return Files.isWritable(existing) ? Optional.empty() : Optional.of(existing + " cannot be written");
	}

	private static Optional<String> unrotatable(Path file) {
		Path folder = file.getParent();
		return Files.notExists(folder) || Files.isWritable(folder) ? Optional.empty()
				: Optional.of(folder + " cannot be written, so the file cannot be rotated");
	}

}
