package org.campanile.web.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.campanile.testkit.process.Ports;
import org.campanile.web.lifecycle.StartGate.Probe;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class StartGateTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final List<String> asked = new ArrayList<>();

	@Test
	void whenAllAnswerThenEachIsAskedThriceInOrder() {
		new StartGate(List.of(probe("store", () -> true), probe("directory", () -> true)), LONG).start();
		assertThat(asked).containsExactly("store", "store", "store", "directory", "directory", "directory");
	}

	@Test
	void whenOneDoesNotAnswerAtFirstThenItIsAskedUntilItDid() {
		AtomicInteger times = new AtomicInteger();
		BooleanSupplier slow = () -> times.incrementAndGet() % 2 == 0;
		new StartGate(List.of(probe("store", slow), probe("directory", () -> true)), LONG).start();
		assertThat(asked).containsExactly("store", "store", "store", "store", "store", "store", "directory",
				"directory", "directory");
	}

	@Test
	void whenThereIsNothingToAskThenItOpensAtOnce() {
		new StartGate(List.of()).start();
		assertThat(asked).isEmpty();
	}

	/** Readiness then reports what is missing. */
	@Test
	void whenPatienceEndsThenItOpensAllTheSame() {
		Duration patience = Duration.ofSeconds(1);
		long begun = System.nanoTime();
		new StartGate(List.of(probe("store", () -> {
			while (System.nanoTime() - begun <= patience.toNanos()) {
				Thread.onSpinWait();
			}
			return false;
		}), probe("directory", () -> true)), patience).start();
		assertThat(asked).containsOnlyOnce("store").doesNotContain("directory");
	}

	@Test
	void whenTheStoreUsesUpTheTimeThenTheDirectoryIsNotBlamed() {
		Duration patience = Duration.ofMillis(1);
		long begun = System.nanoTime();
		try (LogLines log = LogLines.all()) {
			new StartGate(List.of(probe("store", () -> {
				while (System.nanoTime() - begun <= patience.toNanos()) {
					Thread.onSpinWait();
				}
				return false;
			}), probe("directory", () -> true)), patience).start();
			assertThat(log.lines()).noneMatch(line -> line.contains("directory"));
		}
	}

	@Test
	void whenInterruptedThenItAsksNoMore() {
		Thread.currentThread().interrupt();
		new StartGate(List.of(probe("store", () -> false), probe("directory", () -> true)), LONG).start();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(asked).containsExactly("store");
	}

	@Test
	void whenAnythingHasNotAnsweredThenThePortIsClosedAndThenItIsOpen() throws Exception {
		int port = new Ports().near(0);
		AtomicBoolean answers = new AtomicBoolean();
		BlockingQueue<Boolean> closed = new LinkedBlockingQueue<>();
		BooleanSupplier store = () -> {
			closed.add(Ports.isFree(port));
			return answers.get();
		};
		try (AnnotationConfigServletWebServerApplicationContext context = new AnnotationConfigServletWebServerApplicationContext()) {
			context.registerBean(TomcatServletWebServerFactory.class, () -> new TomcatServletWebServerFactory(port));
			context.registerBean(DispatcherServlet.class);
			context.registerBean(StartGate.class, () -> new StartGate(List.of(new Probe("store", store)), LONG));
			Thread starting = Thread.ofPlatform().start(context::refresh);
			assertThat(closed.take()).isTrue();
			assertThat(closed.take()).isTrue();
			answers.set(true);
			starting.join();
			assertThat(Ports.isFree(port)).isFalse();
			assertThat(closed).allMatch(free -> free);
		}
	}

	private Probe probe(String name, BooleanSupplier answers) {
		return new Probe(name, () -> {
			asked.add(name);
			return answers.getAsBoolean();
		});
	}

}
