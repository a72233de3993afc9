package org.campanile.storage.memory;

import java.time.Instant;
import java.time.InstantSource;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreRefusedException;
import org.campanile.testkit.record.RecordStoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MemoryRecordStoreTests extends RecordStoreContract {

	private static final String SETTING = "campanile.storage.memory.max-records";

	/** One node: the second store of the kit is the first. */
	private RecordStore store = new MemoryRecordStore(clock, 10_000, SETTING);

	@Override
	protected RecordStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemoryRecordStore(clock, 10_000, SETTING);
	}

	@Nested
	class Capacity {

		private final MemoryRecordStore small = new MemoryRecordStore(clock, 10, SETTING);

		@Test
		void whenFullThenNoMoreAreStoredAndNothingIsForgotten() throws Exception {
			fill();
			assertThatExceptionOfType(StoreRefusedException.class)
				.isThrownBy(() -> small.create(record("one more", START.plusSeconds(60))))
				.withMessageContaining("campanile.storage.memory.max-records");
			for (int i = 0; i < 10; i++) {
				assertThat(small.find("pgt", "a" + i)).isPresent();
			}
			small.remove("pgt", "a0");
			assertThat(small.create(record("one more", START.plusSeconds(60)))).isTrue();
		}

		@Test
		void whenRecordsHaveEndedThenThereIsRoomAndTheIndexIsEmpty() throws Exception {
			fill();
			small.update("pgt", "a0", 1, START.plusSeconds(90), new byte[1]);
			clock.set(START.plusSeconds(92));
			assertThat(small.create(record("a0", START.plusSeconds(120)))).isTrue();
			assertThat(small.indexed()).isEqualTo(1);
			assertThat(small.findByOwner("pgt", "owner of a0", "", 10)).hasSize(1);
			small.remove("pgt", "a0");
			assertThat(small.indexed()).isZero();
		}

		@Test
		void whenHalfFullThenOneWarningNamesTheSetting() throws Exception {
			Logger logger = (Logger) LoggerFactory.getLogger(MemoryRecordStore.class);
			ListAppender<ILoggingEvent> log = new ListAppender<>();
			log.start();
			logger.addAppender(log);
			try {
				fill();
			}
			finally {
				logger.detachAppender(log);
			}
			assertThat(log.list).singleElement()
				.extracting(ILoggingEvent::getFormattedMessage)
				.asString()
				.contains("6 of 10", SETTING);
		}

		private void fill() throws StoreRefusedException {
			for (int i = 0; i < 10; i++) {
				assertThat(small.create(record("a" + i, START.plusSeconds(60)))).isTrue();
			}
		}

		private static StoredRecord record(String key, Instant end) {
			return new StoredRecord("pgt", key, "owner of " + key, 1, end, new byte[1]);
		}

	}

}
