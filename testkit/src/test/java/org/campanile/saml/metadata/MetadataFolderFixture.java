package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.slf4j.LoggerFactory;

/** A folder of metadata, its registry, and the lines that the registry logs. */
@ResourceLock("log of the registry of services")
abstract class MetadataFolderFixture {

	static final String A = "https://a.example.org";

	static final String B = "https://b.example.org";

	@TempDir
	Path path;

	HomeFolder home;

	final MutableClock clock = new MutableClock(Instant.parse("2026-03-01T12:00:00Z"));

	final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	final ListAppender<ILoggingEvent> lines = new ListAppender<>();

	@SuppressWarnings("NullAway.Init")
	MetadataRelyingPartyRegistry registry;

	@BeforeEach
	void open() throws IOException {
		home = new HomeFolder(path);
		Files.createDirectories(home.metadata());
		lines.start();
		logger().addAppender(lines);
	}

	@AfterEach
	void close() {
		logger().detachAppender(lines);
		if (registry != null) {
			registry.close();
		}
	}

	void start() {
		registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, List::of, List.of(), clock,
				meters);
	}

	void write(String name, String content) throws IOException {
		Files.writeString(home.metadata().resolve(name), content);
	}

	List<Path> copies() throws IOException {
		try (var paths = Files.list(home.work().resolve("metadata"))) {
			return paths.toList();
		}
	}

	List<String> messages() {
		return List.copyOf(lines.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	List<String> errors() {
		return List.copyOf(lines.list)
			.stream()
			.filter(event -> event.getLevel().equals(ch.qos.logback.classic.Level.ERROR))
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	static Logger logger() {
		return (Logger) LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);
	}

}
