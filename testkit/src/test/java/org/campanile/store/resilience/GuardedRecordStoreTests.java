package org.campanile.store.resilience;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.record.HeapRecordStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests which operations are repeated, and that repeats are not mistaken for something
 * else.
 */
@Timeout(60)
class GuardedRecordStoreTests {

	private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

	private static final Instant END = NOW.plusSeconds(60);

	private static final String KEY = "a".repeat(64);

	private final Map<String, StoredRecord> rows = new HashMap<>();

	private final RecordStore backend = new HeapRecordStore(() -> NOW, rows);

	/** The number of answers that are lost next, after the operation was done. */
	private final AtomicInteger losing = new AtomicInteger();

	private final AtomicInteger calls = new AtomicInteger();

	private final CountDownLatch end = new CountDownLatch(1);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final StoreGuards guards = new StoreGuards(new StoreSettings(Duration.ofSeconds(20)), meters);

	private final RecordStore store = guards.guard(forgetful());

	private RecordStore forgetful() {
		return (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					calls.incrementAndGet();
					try {
						Object answer = method.invoke(backend, arguments);
						if (losing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
							throw new StoreUnavailableException("the answer was lost");
						}
						return answer;
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	@AfterEach
	void release() {
		end.countDown();
	}

	@Test
	void whenTheAnswerToACreationIsLostThenTheRepeatKnowsItsOwn() throws Exception {
		losing.set(1);
		assertThat(store.create(record(1))).isTrue();
		assertThat(calls).as("create, create, find").hasValue(3);
		assertThat(store.create(record(1))).as("nothing was lost").isFalse();
	}

	@Test
	void whenTheKeyIsAnothersThenARepeatDoesNotTakeIt() throws Exception {
		backend.create(record(9));
		losing.set(1);
		assertThat(store.create(record(1))).isFalse();
	}

	@Test
	void whenTheAnswerToAnUpdateIsLostThenTheRepeatKnowsItsOwn() throws Exception {
		backend.create(record(1));
		losing.set(1);
		assertThat(store.update("pgt", KEY, 1, END, new byte[] { 2 })).isEqualTo(new RecordUpdate.Updated(2));
		assertThat(store.update("pgt", KEY, 1, END, new byte[] { 2 })).as("nothing was lost")
			.isInstanceOf(RecordUpdate.Stale.class);
	}

	@Test
	void whenAnotherWasFirstThenARepeatIsStale() throws Exception {
		backend.create(record(1));
		backend.update("pgt", KEY, 1, END, new byte[] { 9 });
		losing.set(1);
		assertThat(store.update("pgt", KEY, 1, END, new byte[] { 2 })).isInstanceOf(RecordUpdate.Stale.class);
	}

	/** The removal has succeeded, so the repeat finds no record. */
	@Test
	void whenTheAnswerToAnUpdateThatRemovesIsLostThenTheRepeatKnowsItsOwn() throws Exception {
		backend.create(record(1));
		losing.set(1);
		assertThat(store.update("pgt", KEY, 1, RecordStore.ENDED, new byte[] { 1 }))
			.isEqualTo(new RecordUpdate.Updated(2));
		assertThat(store.update("pgt", KEY, 1, RecordStore.ENDED, new byte[] { 1 })).as("nothing was lost")
			.isInstanceOf(RecordUpdate.Gone.class);
	}

	@Test
	void whenTheRecordIsGoneThenARepeatThatWouldKeepItIsNotTakenForDone() throws Exception {
		losing.set(1);
		assertThat(store.update("pgt", KEY, 1, END, new byte[] { 2 })).isInstanceOf(RecordUpdate.Gone.class);
		assertThat(calls).hasValue(2);
	}

	@Test
	void whenTheAnswerToARemovalIsLostThenNobodySaysThatThereWasNone() throws Exception {
		backend.create(record(1));
		losing.set(1);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> store.remove("pgt", KEY));
		assertThat(calls).hasValue(1);
	}

	@Test
	void whenReadingFailsThenRepeated() throws Exception {
		backend.create(record(1));
		losing.set(1);
		assertThat(store.find("pgt", KEY)).isPresent();
		losing.set(1);
		assertThat(store.findByOwner("pgt", "b".repeat(64), "", 10)).hasSize(1);
		assertThat(calls).hasValue(4);
	}

	@Test
	void whenTheStoreHangsThenTheDeadlineHoldsAndTheStoreIsNamed() {
		RecordStore hanging = (RecordStore) Proxy.newProxyInstance(RecordStore.class.getClassLoader(),
				new Class<?>[] { RecordStore.class }, (proxy, method, arguments) -> {
					end.await();
					return null;
				});
		RecordStore hasty = new StoreGuards(new StoreSettings(Duration.ofMillis(50)), meters).guard(hanging);
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> hasty.find("pgt", KEY))
			.withMessageContaining("records");
		assertThat(meters.get("campanile.store.operations")
			.tags("store", "records", "operation", "find", "outcome", "timeout")
			.timer()
			.count()).isPositive();
	}

	private static StoredRecord record(int state) {
		return new StoredRecord("pgt", KEY, "b".repeat(64), 1, END, new byte[] { (byte) state });
	}

}
