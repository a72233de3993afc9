package org.campanile.web.lifecycle;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;

import static org.assertj.core.api.Assertions.assertThat;

class StartProgressTests {

	private final AtomicReference<List<String>> obstacles = new AtomicReference<>(List.of());

	private final AtomicInteger summaries = new AtomicInteger();

	private final StartProgress progress = new StartProgress(obstacles::get, summaries::incrementAndGet);

	private final Logger logger = (Logger) LoggerFactory.getLogger("org.campanile.web");

	private final LogLines log = LogLines.all();

	@BeforeEach
	void open() {
		logger.setLevel(Level.INFO);
	}

	@AfterEach
	void close() {
		log.close();
		logger.setLevel(null);
	}

	@Test
	void whenItHasNotStartedThenNothingIsSaid() {
		progress.look();
		assertThat(log.lines()).isEmpty();
		assertThat(summaries).hasValue(0);
	}

	@Test
	void whenNothingIsMissingThenItIsReadyOnce() throws Exception {
		start();
		progress.look();
		assertThat(log.lines()).containsExactly("Campanile is ready");
		assertThat(summaries).hasValue(1);
		progress.awaitReady();
	}

	@Test
	void whenSomethingIsMissingThenItIsSaidOnceForEachReasonAndReadinessAfterwards() {
		obstacles.set(List.of("store: 12 copies are missing", "directoryAnswered: refused"));
		start();
		obstacles.set(List.of("store: 9 copies are missing", "directoryAnswered: refused"));
		progress.look();
		obstacles.set(List.of("directoryAnswered: refused"));
		progress.look();
		progress.look();
		assertThat(summaries).hasValue(0);
		obstacles.set(List.of());
		progress.look();
		obstacles.set(List.of("store: gone"));
		progress.look();
		assertThat(log.lines()).containsExactly(
				"Campanile has started and is not ready: store: 12 copies are missing; directoryAnswered: refused",
				"Campanile has started and is not ready: directoryAnswered: refused", "Campanile is ready");
		assertThat(summaries).hasValue(1);
	}

	private void start() {
		progress.onChange(new AvailabilityChangeEvent<>(this, ReadinessState.ACCEPTING_TRAFFIC));
	}

}
