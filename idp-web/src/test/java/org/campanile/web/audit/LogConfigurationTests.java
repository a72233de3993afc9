package org.campanile.web.audit;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests {@code logback-spring.xml} with the values of {@code logging.*} that Spring Boot
 * passes on.
 */
class LogConfigurationTests {

	private static final String HOSTILE = "a\nb";

	private static final String LINE = "\\S+ INFO  org\\.campanile\\.X +a\\?b\n";

	@TempDir
	private Path folder;

	@Test
	void whenNothingIsSetThenLinesOfOursGoToTheConsoleAlone() throws Exception {
		assertThat(console(Map.of())).matches(LINE);
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void whenAMessageHasControlCharactersOrTurnsTheTextThenTheyAreReplaced() throws Exception {
		assertThat(console(Map.of(), "a\u001b\u007f\u0085\u009b\u2028\u2029\u202a\u202e\u2066\u2069b"))
			.endsWith(" a" + "?".repeat(10) + "b\n");
		assertThat(console(Map.of(), "x9f-u2028 [a]{b}")).endsWith(" x9f-u2028 [a]{b}\n");
	}

	/** Some libraries log an exception without a message. */
	@Test
	void whenThereIsNoMessageThenTheExceptionIsLogged() throws Exception {
		assertThat(console(Map.of(),
				(Consumer<LoggerContext>) context -> context.getLogger("org.campanile.X")
					.info(null, new IllegalStateException("why"))))
			.contains(" null\n", "java.lang.IllegalStateException: why\n");
	}

	@Test
	void whenAFileIsNamedThenTheLinesGoThereToo() throws Exception {
		Path file = folder.resolve("campanile.log");
		assertThat(console(Map.of(LoggingSystemProperty.LOG_FILE, file.toString()))).matches(LINE);
		assertThat(Files.readString(file)).matches(LINE);
	}

	@Test
	void whenAFormatIsNamedThenTheLinesHaveIt() throws Exception {
		Path file = folder.resolve("campanile.log");
		assertThat(console(Map.of(LoggingSystemProperty.CONSOLE_STRUCTURED_FORMAT, "logstash")))
			.contains("\"message\":\"a\\nb\"");
		assertThat(console(Map.of(LoggingSystemProperty.LOG_FILE, file.toString(),
				LoggingSystemProperty.FILE_STRUCTURED_FORMAT, "ecs")))
			.matches(LINE);
		assertThat(Files.readString(file)).startsWith("{").contains("\"message\":\"a\\nb\"");
	}

	@Test
	void whenAPatternIsSetThenItIsUsed() throws Exception {
		assertThat(console(Map.of(LoggingSystemProperty.CONSOLE_PATTERN, "<%level>%n"))).isEqualTo("<INFO>\n");
		assertThat(console(
				Map.of(LoggingSystemProperty.DATEFORMAT_PATTERN, "uuuu", LoggingSystemProperty.LEVEL_PATTERN, "%p")))
			.matches("[0-9]{4} INFO org\\.campanile\\.X +a\\?b\n");
	}

	/** Audit lines pass through a queue of their own, and must not be logged twice. */
	@Test
	void whenNothingIsSetThenAuditLinesGoToConsoleAndLogFile() throws Exception {
		Path file = folder.resolve("campanile.log");
		assertThat(audit(Map.of("LOG_FILE", file.toString()))).matches("\\S+ INFO  campanile\\.audit +event=X\n");
		assertThat(Files.readString(file)).matches("\\S+ INFO  campanile\\.audit +event=X\n");
	}

	@Test
	void whenTheConsoleHasAnotherFormThenAuditLinesHaveItToo() throws Exception {
		assertThat(audit(Map.of("CONSOLE_LOG_STRUCTURED_FORMAT", "logstash"))).contains("\"message\":\"event=X\"");
		assertThat(audit(Map.of("CONSOLE_LOG_PATTERN", "<%msg>%n"))).isEqualTo("<event=X>\n");
	}

	@Test
	void whenJsonIsChosenThenAnAuditLineIsTheObjectAlone() throws Exception {
		assertThat(audit(Map.of("AUDIT_FORMAT", "json"))).isEqualTo("event=X\n");
	}

	@Test
	void whenTheAuditLogHasAFileThenItsLinesGoThereAlone() throws Exception {
		Path log = folder.resolve("campanile.log");
		Map<String, String> settings = Map.of("LOG_FILE", log.toString(), "CAMPANILE_HOME", folder.toString(),
				"AUDIT_FILE", "logs/audit.log", "AUDIT_MAX_FILE_SIZE", "5MB", "AUDIT_KEEP_DAYS", "7");
		assertThat(audit(settings)).isEmpty();
		assertThat(Files.readString(log)).isEmpty();
		assertThat(Files.readString(folder.resolve("logs/audit.log"))).matches("\\S+ event=X\n");
		Map<String, String> json = new HashMap<>(settings);
		json.put("AUDIT_FORMAT", "json");
		audit(json);
		assertThat(Files.readAllLines(folder.resolve("logs/audit.log"))).hasSize(2).last().isEqualTo("event=X");
	}

	/** Compressing one deletes it even if the disk is too full for the compressed one. */
	@Test
	void whenAFileIsRotatedThenItIsRenamedAsItIs() throws Exception {
		ZonedDateTime before = ZonedDateTime.now(ZoneId.systemDefault()).minusDays(2);
		for (String file : List.of("audit.log", "campanile.log")) {
			Files.writeString(folder.resolve(file), "one\ntwo\n");
			Files.setLastModifiedTime(folder.resolve(file), FileTime.from(before.toInstant()));
		}
		console(Map.of("LOG_FILE", folder.resolve("campanile.log").toString(), "CAMPANILE_HOME", folder.toString(),
				"AUDIT_FILE", "audit.log", "AUDIT_MAX_FILE_SIZE", "5MB", "AUDIT_KEEP_DAYS", "7"), context -> {
					context.getLogger("campanile.audit").info("event=X");
					context.getLogger("org.campanile.X").info("three");
				});
		for (String file : List.of("audit.log", "campanile.log")) {
			assertThat(folder.resolve(file + "." + before.toLocalDate() + ".0")).hasContent("one\ntwo\n");
			assertThat(Files.readAllLines(folder.resolve(file))).hasSize(1);
		}
	}

	/** Uses a device that refuses every byte, like a full disk. */
	@Test
	@EnabledOnOs(OS.LINUX)
	void whenTheFileTakesNoMoreThenEveryLostLineIsCounted() throws Exception {
		LoggerContext context = context(Map.of("CAMPANILE_HOME", folder.toString(), "AUDIT_FILE", "audit.log",
				"AUDIT_MAX_FILE_SIZE", "100MB", "AUDIT_KEEP_DAYS", "90"));
		ReservingAsyncAppender queue = (ReservingAsyncAppender) context.getLogger("campanile.audit")
			.getAppender("ASYNC_AUDIT");
		// Replaces the stream rather than the file, which would be renamed if it were
		// from another day.
		((AuditFileAppender) queue.getAppender("AUDIT"))
			.setOutputStream(new ResilientFileOutputStream(new File("/dev/full"), true, 8192));
		for (int i = 0; i < 100; i++) {
			context.getLogger("campanile.audit").info("refusal");
			context.getLogger("campanile.audit").info(ReservingAsyncAppender.SUCCESS, "success");
		}
		context.stop();
		assertThat(queue.lostOthers()).isEqualTo(100);
		assertThat(queue.lostSuccesses()).isEqualTo(100);
	}

	private static String audit(Map<String, String> settings) throws Exception {
		return console(settings, context -> context.getLogger("campanile.audit").info("event=X"));
	}

	/** Returns the console output for one logged message. */
	private static String console(Map<LoggingSystemProperty, String> settings) throws Exception {
		return console(settings, HOSTILE);
	}

	private static String console(Map<LoggingSystemProperty, String> settings, String message) throws Exception {
		Map<String, String> properties = new HashMap<>();
		settings.forEach((property, value) -> properties.put(property.getEnvironmentVariableName(), value));
		return console(properties, context -> context.getLogger("org.campanile.X").info(message));
	}

	private static LoggerContext context(Map<String, String> settings) throws Exception {
		LoggerContext context = new LoggerContext();
		context.putObject(Environment.class.getName(), new MockEnvironment());
		context.setMDCAdapter(new LogbackMDCAdapter());
		settings.forEach(context::putProperty);
		JoranConfigurator configurator = new JoranConfigurator();
		configurator.setContext(context);
		configurator.doConfigure(LogConfigurationTests.class.getResource("/logback-spring.xml"));
		return context;
	}

	private static String console(Map<String, String> settings, Consumer<LoggerContext> event) throws Exception {
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		PrintStream before = System.out;
		System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
		try {
			LoggerContext context = context(settings);
			event.accept(context);
			// Waits for the queued lines.
			context.stop();
		}
		finally {
			System.setOut(before);
		}
		return written.toString(StandardCharsets.UTF_8);
	}

}
