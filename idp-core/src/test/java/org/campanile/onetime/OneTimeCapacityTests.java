package org.campanile.onetime;

import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.campanile.store.StoreUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OneTimeCapacityTests {

	private final AtomicLong entries = new AtomicLong();

	private final OneTimeCapacity capacity = new OneTimeCapacity("campanile.storage.x.max-marks", 100);

	@Test
	void whenHalfFullThenOneWarningUntilItWasNearlyEmpty() throws Exception {
		Logger logger = (Logger) LoggerFactory.getLogger(OneTimeCapacity.class);
		ListAppender<ILoggingEvent> lines = new ListAppender<>();
		lines.start();
		logger.addAppender(lines);
		try {
			capacity.countedBy(entries::get);
			for (long count : new long[] { 49, 50, 99, 30, 60, 24, 50 }) {
				entries.set(count);
				capacity.requireCapacity();
			}
		}
		finally {
			logger.detachAppender(lines);
		}
		assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage)
			.hasSize(2)
			.allSatisfy(line -> assertThat(line).contains("50 of 100", "campanile.storage.x.max-marks"));
	}

	@Test
	void whenFullThenRefusedWithTheKeyAndARemedy() {
		capacity.countedBy(() -> 100);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(capacity::requireCapacity)
			.withMessage(
					"it holds 100 replay keys and one-time values and accepts no more; raise campanile.storage.x.max-marks");
	}

}
