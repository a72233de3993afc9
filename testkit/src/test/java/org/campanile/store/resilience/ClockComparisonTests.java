package org.campanile.store.resilience;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class ClockComparisonTests {

	private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

	private final MutableClock own = new MutableClock(START);

	private final AtomicReference<StoreClock> shared = new AtomicReference<>(() -> START);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final ClockComparison comparison = new ClockComparison(() -> shared.get().read(), own,
			Duration.ofMinutes(5), new StoreSettings(Duration.ofSeconds(20)), meters);

	@ParameterizedTest
	@CsvSource({ "0, true", "120, true", "-120, true", "300, true", "-300, true", "301, false", "-301, false",
			"600, false" })
	void whenTheClockIsOffThenReadyUpToTheTolerance(long seconds, boolean ready) {
		own.advance(Duration.ofSeconds(seconds));
		comparison.compare();
		assertThat(comparison.fault().isEmpty()).isEqualTo(ready);
		assertThat(meters.get("campanile.clock.offset").gauge().value()).isEqualTo(seconds);
	}

	/** Ten seconds are the lifetime of a CAS ticket. */
	@Test
	void whenTheClockIsOffBySecondsThenOneWarningNamesCasTickets() {
		Logger logger = (Logger) LoggerFactory.getLogger(ClockComparison.class);
		ListAppender<ILoggingEvent> lines = new ListAppender<>();
		lines.start();
		logger.addAppender(lines);
		try {
			own.advance(Duration.ofSeconds(5));
			comparison.compare();
			assertThat(lines.list).isEmpty();
			own.advance(Duration.ofSeconds(1));
			comparison.compare();
			comparison.compare();
		}
		finally {
			logger.detachAppender(lines);
		}
		assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
			.singleElement()
			.asString()
			.startsWith("This node's clock is PT6S ahead of the one that all nodes share: CAS tickets ");
	}

	@Test
	void whenTheClockIsSetRightThenReadyAgain() {
		own.advance(Duration.ofMinutes(-10));
		comparison.compare();
		assertThat(comparison.fault()).hasValue("This node's clock is PT10M behind the one that all nodes share");
		own.set(START);
		comparison.compare();
		assertThat(comparison.fault()).isEmpty();
	}

	@Test
	void whenTheSharedClockCannotBeReadThenTheLastFindingStands() {
		shared.set(() -> {
			throw new StoreUnavailableException("gone");
		});
		comparison.compare();
		assertThat(comparison.fault()).as("nothing is known").isPresent();
		shared.set(() -> START);
		comparison.compare();
		shared.set(() -> {
			throw new StoreUnavailableException("gone again");
		});
		comparison.compare();
		assertThat(comparison.fault()).isEmpty();
	}

}
