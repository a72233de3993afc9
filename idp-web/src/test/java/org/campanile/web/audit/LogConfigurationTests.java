package org.campanile.web.audit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code logback-spring.xml} with what Spring Boot hands it of {@code logging.*}. */
class LogConfigurationTests {

	private static final String HOSTILE = "a\nb";

	private static final String LINE = "\\S+ INFO  org\\.campanile\\.X +a\\?b\n";

	@TempDir
	private Path folder;

	@Test
	void whenNothingIsSetThenLinesOfOursGoToTheConsoleAlone() throws Exception {
		assertThat(console(Map.of())).matches(LINE);
		assertThat(Files.list(folder)).isEmpty();
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

	/** What one event comes to. */
	private static String console(Map<LoggingSystemProperty, String> settings) throws Exception {
		LoggerContext context = new LoggerContext();
		context.putObject(Environment.class.getName(), new MockEnvironment());
		context.setMDCAdapter(new LogbackMDCAdapter());
		settings.forEach((property, value) -> context.putProperty(property.getEnvironmentVariableName(), value));
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		PrintStream before = System.out;
		System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
		try {
			JoranConfigurator configurator = new JoranConfigurator();
			configurator.setContext(context);
			configurator.doConfigure(LogConfigurationTests.class.getResource("/logback-spring.xml"));
			context.getLogger("org.campanile.X").info(HOSTILE);
			// Waits for what is queued.
			context.stop();
		}
		finally {
			System.setOut(before);
		}
		return written.toString(StandardCharsets.UTF_8);
	}

}
