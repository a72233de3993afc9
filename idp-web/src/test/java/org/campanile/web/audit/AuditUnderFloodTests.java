package org.campanile.web.audit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditEvent.Type;
import org.campanile.web.testkit.LogLines;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the audit log as shipped, on a disk that accepts nothing until it is repaired.
 */
class AuditUnderFloodTests {

	private final LoggerContext context = new LoggerContext();

	private final Logger audit = (Logger) LoggerFactory.getLogger("campanile.audit");

	private final Disk disk = new Disk();

	private AsyncAppender queue;

	private SimpleMeterRegistry registry;

	private LostLines lostLines;

	private LoggingAuditLog log;

	@BeforeEach
	void configure() throws Exception {
		JoranConfigurator configurator = new JoranConfigurator();
		configurator.setContext(context);
		configurator.doConfigure(getClass().getResource("/logback-spring.xml"));
		queue = (AsyncAppender) context.getLogger("campanile.audit").getAppender("ASYNC_AUDIT");
		queue.setMaxFlushTime(0);
		((ConsoleAppender<ILoggingEvent>) queue.getAppender("AUDIT_CONSOLE")).setOutputStream(disk);
		audit.setLevel(Level.INFO);
		audit.setAdditive(false);
		audit.addAppender(queue);
		registry = new SimpleMeterRegistry();
		lostLines = new LostLines(registry);
		log = new LoggingAuditLog(registry,
				new AuditProperties(AuditProperties.Format.TEXT, "", DataSize.ofMegabytes(100), 90),
				InstantSource.system(), Ticker.systemTicker());
	}

	@AfterEach
	void stop() {
		disk.mended.countDown();
		audit.detachAppender(queue);
		audit.setAdditive(true);
		audit.setLevel(null);
		context.stop();
	}

	@Test
	void whenRefusalsFloodThenNoLineOfASuccessIsLostAndLostOnesAreCounted() {
		flood(20_000);
		log.record(new AuditEvent(Type.LOGIN, "OK", Map.of("user", "alice")));
		flood(20_000);
		IntStream.range(0, 1000)
			.forEach(at -> log.record(new AuditEvent(Type.SIGN_ON, "OK", Map.of("user", "u" + at))));
		disk.mended.countDown();
		queue.stop();
		assertThat(disk.lines()).filteredOn(line -> line.contains("event=LOGIN code=OK")).hasSize(1);
		assertThat(disk.lines()).filteredOn(line -> line.contains("event=SIGN_ON code=OK")).hasSize(1000);
		assertThat(lost("audit-success")).isZero();
		assertThat(disk.lines().size() + lost("audit-refusal")).isEqualTo(41_001);
	}

	/** A user who is signed in can send a wrong form as often as anybody. */
	@ParameterizedTest
	@EnumSource(names = { "PASSWORD_CHANGE_REFUSED", "FACTOR_REFUSED" })
	void whenAUserIsRefusedOverAndOverThenNoLineOfASuccessIsLost(Type type) {
		flood(type, 20_000);
		log.record(new AuditEvent(Type.LOGIN, "OK", Map.of("user", "alice")));
		disk.mended.countDown();
		queue.stop();
		assertThat(disk.lines()).filteredOn(line -> line.contains("event=LOGIN code=OK")).hasSize(1);
		assertThat(lost("audit-success")).isZero();
	}

	/** These calls would never return if one of them waited for the disk. */
	@Test
	void whenTheDiskIsFullThenNobodyWaitsAndLostSuccessesAreCounted() throws InterruptedException {
		List<Thread> threads = IntStream.range(0, 8)
			.mapToObj(thread -> Thread.ofVirtual()
				.start(() -> IntStream.range(0, 2000)
					.forEach(at -> log.record(new AuditEvent(Type.SIGN_ON, "OK", Map.of("user", "alice"))))))
			.toList();
		for (Thread thread : threads) {
			thread.join();
		}
		disk.mended.countDown();
		queue.stop();
		assertThat(lost("audit-success")).isPositive();
		assertThat(disk.lines().size() + lost("audit-success")).isEqualTo(16_000);
	}

	/** The server log is not blocked, so this line is not lost as well. */
	@Test
	void whenLinesWereLostThenOneLineSaysHowMany() {
		flood(20_000);
		try (LogLines all = LogLines.all()) {
			lostLines.report();
			lostLines.report();
			assertThat(all.lines()).singleElement()
				.asString()
				.startsWith(lost("audit-refusal") + " audit lines were lost in the last minute, 0 of them of "
						+ "logins, sign-ons and logouts: ")
				.contains("look for a full or slow disk");
			flood(3);
			lostLines.report();
			assertThat(all.lines()).last().asString().startsWith("3 audit lines were lost ");
		}
	}

	@Test
	void whenTheLineItselfIsLostThenTheNextOneTellsOfAll() throws Exception {
		Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
		AsyncAppender blocked = (AsyncAppender) context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
			.getAppender("ASYNC");
		Disk console = new Disk();
		((ConsoleAppender<ILoggingEvent>) blocked.getAppender("CONSOLE")).setOutputStream(console);
		blocked.setMaxFlushTime(0);
		root.addAppender(blocked);
		try (LogLines all = LogLines.all()) {
			LostLines both = new LostLines(new SimpleMeterRegistry());
			flood(20_000);
			// Fills the blocked queue alone, without printing to the tests' console.
			Logger other = (Logger) LoggerFactory.getLogger(AuditUnderFloodTests.class);
			other.addAppender(blocked);
			other.setAdditive(false);
			other.error("x");
			console.reached.await();
			IntStream.range(0, 20_000).forEach(at -> other.error(ReservingAsyncAppender.REPORT, "x"));
			all.forget();
			both.report();
			both.report();
			assertThat(all.lines()).filteredOn(line -> line.contains(" audit lines were lost")).hasSize(2);
			assertThat(all.lines().getFirst()).isEqualTo(all.lines().getLast());
		}
		finally {
			console.mended.countDown();
			((Logger) LoggerFactory.getLogger(AuditUnderFloodTests.class)).detachAppender(blocked);
			root.detachAppender(blocked);
		}
	}

	private void flood(int refusals) {
		flood(Type.REQUEST_REFUSED, refusals);
	}

	/** Comes from many addresses, as the refusals of one would be combined. */
	private void flood(Type type, int refusals) {
		for (int at = 0; at < refusals; at++) {
			log.record(new AuditEvent(type, "SIGNATURE_INVALID-ABCDEF", Map.of("address", "x" + at)));
		}
	}

	private long lost(String kind) {
		return (long) registry.get("campanile.log.lines.lost").tag("kind", kind).functionCounter().count();
	}

	private static final class Disk extends OutputStream {

		/** Zero once a line is being written: the queue hands on no other meanwhile. */
		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch mended = new CountDownLatch(1);

		private final ByteArrayOutputStream written = new ByteArrayOutputStream();

		@Override
		public void write(int b) {
			throw new IllegalStateException("the appender writes whole lines");
		}

		@Override
		public void write(byte[] line, int offset, int length) {
			reached.countDown();
			try {
				mended.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			written.write(line, offset, length);
		}

		private List<String> lines() {
			return written.toString(StandardCharsets.UTF_8).lines().toList();
		}

	}

}
