package org.campanile.testkit.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * The contract of the failures of a store whose backend is unreachable or answers too
 * late. The test class of such a backend defines how it is made to fail and to recover.
 * No time is measured: an operation that takes longer than {@link #bound()}, which is far
 * more than the deadline of the store, has failed.
 */
public abstract class StoreFaultContract {

	private static final SessionKey KEY = new SessionKey("ab".repeat(32));

	private static final String HASH = "cd".repeat(16);

	private static final String KIND = "pgt";

	private static final int CALLERS = 32;

	private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

	/** Returns the store as the server uses it; the same one throughout a test. */
	protected abstract SessionStore sessions();

	/** Returns the store like {@link #sessions()}. */
	protected abstract OneTimeStore oneTime();

	/** Returns the store like {@link #sessions()}. */
	protected abstract RecordStore records();

	/** Empties the backend, which works, before each test. */
	protected abstract void reset() throws Exception;

	/**
	 * Makes the backend unreachable, as if its process was killed or its cable pulled.
	 */
	protected abstract void cut() throws Exception;

	/** Delays every answer of the backend until long after the deadline. */
	protected abstract void slow() throws Exception;

	/** Undoes {@link #cut()} and {@link #slow()}, without touching the stores. */
	protected abstract void heal() throws Exception;

	/** Repairs the backend after a test, unless {@link #reset()} creates a new one. */
	protected void afterTest() throws Exception {
		heal();
	}

	/** Returns the time of the clock that the stores were given; it may stand still. */
	protected abstract Instant now();

	/** A call that has not returned by then is taken to hang. */
	protected Duration bound() {
		return Duration.ofSeconds(15);
	}

	/** Returns the time within which the stores must work again after {@link #heal()}. */
	protected Duration recovery() {
		return Duration.ofSeconds(60);
	}

	/** Whether stored data is there again after a cut was healed. */
	protected boolean survivesCut() {
		return true;
	}

	/** The ways in which a backend breaks. */
	enum Fault {

		CUT, SLOW

	}

	@BeforeEach
	final void empty() throws Exception {
		reset();
	}

	@AfterEach
	final void stopCallers() throws Exception {
		callers.shutdownNow();
		afterTest();
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenBrokenThenEveryOperationSaysSoInTime(Fault fault) throws Exception {
		Polling.answer(() -> sessions().create(session()));
		Polling.answer(() -> oneTime().put("ticket", "value", "secret".getBytes(UTF_8), end()));
		happen(fault);
		for (Map.Entry<String, Callable<?>> operation : operations().entrySet()) {
			assertThat(failed(callers.submit(operation.getValue()))).as(operation.getKey()).isTrue();
		}
		// The operation may be lost, so it need not fail; but it must not hang.
		failed(callers.submit(() -> {
			sessions().touch(KEY, end());
			return "touched";
		}));
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenBrokenThenManyCallersAreInformedAsSoonAsOne(Fault fault) throws Exception {
		happen(fault);
		List<Future<Optional<StoredSession>>> reads = new ArrayList<>();
		for (int i = 0; i < 10 * CALLERS; i++) {
			reads.add(callers.submit(() -> sessions().find(KEY)));
		}
		for (Future<?> read : reads) {
			assertThat(failed(read)).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenBrokenThenNobodyIsFirstAndNobodyReceivesAValue(Fault fault) throws Exception {
		Polling.answer(() -> oneTime().put("ticket", "value", "secret".getBytes(UTF_8), end()));
		happen(fault);
		List<Future<?>> calls = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			calls.add(callers.submit(() -> oneTime().setReplayKey("request", "mark", end())));
			calls.add(callers.submit(() -> oneTime().take("ticket", "value")));
		}
		for (Future<?> call : calls) {
			assertThat(failed(call)).isTrue();
		}
		heal();
		awaitRecovery();
		List<Boolean> marks = new ArrayList<>();
		List<Optional<byte[]>> values = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			marks.add(Polling.answer(() -> oneTime().setReplayKey("request", "mark", end())));
			values.add(Polling.answer(() -> oneTime().take("ticket", "value")));
		}
		assertThat(marks).filteredOn(first -> first).hasSizeLessThanOrEqualTo(1);
		assertThat(marks.subList(1, 3)).containsOnly(false);
		assertThat(values.subList(1, 3)).containsOnly(Optional.empty());
	}

	/** Answers get lost at the moments when the backend breaks and mends. */
	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenItBreaksAndMendsUnderLoadThenNothingHappensTwice(Fault fault) throws Exception {
		int keys = 200;
		IntStream.range(0, keys)
			.forEach(i -> Polling.answer(() -> oneTime().put("ticket", "value " + i, new byte[] { (byte) i }, end())));
		AtomicIntegerArray first = new AtomicIntegerArray(keys);
		AtomicIntegerArray taken = new AtomicIntegerArray(keys);
		AtomicInteger done = new AtomicInteger();
		List<Future<?>> load = new ArrayList<>();
		for (int caller = 0; caller < 8; caller++) {
			load.add(callers.submit(() -> {
				for (int i = 0; i < keys; i++) {
					int number = i;
					attempt(() -> oneTime().setReplayKey("request", "mark " + number, end()),
							isFirst -> first.addAndGet(number, isFirst ? 1 : 0));
					attempt(() -> oneTime().take("ticket", "value " + number),
							value -> taken.addAndGet(number, value.isPresent() ? 1 : 0));
					done.incrementAndGet();
				}
				return done;
			}));
		}
		breakUnder(load, done, keys, fault);
		mendUnder(load, keys);
		for (int i = 0; i < keys; i++) {
			String number = " " + i;
			first.addAndGet(i, Polling.answer(() -> oneTime().setReplayKey("request", "mark" + number, end())) ? 1 : 0);
			taken.addAndGet(i, Polling.answer(() -> oneTime().take("ticket", "value" + number)).isPresent() ? 1 : 0);
			if (survivesCut() || fault == Fault.SLOW) {
				assertThat(first.get(i)).as("first of mark %s", i).isLessThanOrEqualTo(1);
			}
			assertThat(taken.get(i)).as("taken value %s", i).isLessThanOrEqualTo(1);
		}
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenMendedThenItWorksAgainUnaided(Fault fault) throws Exception {
		Polling.answer(() -> sessions().create(session()));
		for (int round = 0; round < 2; round++) {
			happen(fault);
			assertThat(failed(callers.submit(() -> sessions().find(KEY)))).isTrue();
			heal();
			awaitRecovery();
		}
		if (survivesCut() || fault == Fault.SLOW) {
			assertThat(Polling.answer(() -> sessions().find(KEY))).isPresent();
			assertThat(Polling.answer(() -> sessions().findByPrincipal(HASH, SessionKey.FIRST, 10))).hasSize(1);
			assertThat(Polling.answer(() -> sessions().end(KEY))).isPresent();
		}
		assertThat(Polling.answer(() -> sessions().create(session()))).isTrue();
		assertThat(Polling.answer(() -> oneTime().setReplayKey("request", "after", end()))).isTrue();
	}

	@Test
	void whenWholeThenEveryOperationWorks() throws Exception {
		for (Map.Entry<String, Callable<?>> operation : operations().entrySet()) {
			Callable<?> call = operation.getValue();
			Polling.until(() -> callers.submit(call).get(bound().toMillis(), TimeUnit.MILLISECONDS) != null);
		}
	}

	@ParameterizedTest
	@EnumSource(Fault.class)
	void whenItBreaksAndMendsUnderLoadThenARecordHasOneWinnerAndIsNeverReportedAsAbsent(Fault fault) throws Exception {
		int records = 100;
		IntStream.range(0, records).forEach(i -> Polling.answer(() -> records().create(record(i))));
		AtomicIntegerArray updated = new AtomicIntegerArray(records);
		AtomicIntegerArray removed = new AtomicIntegerArray(records);
		AtomicInteger absent = new AtomicInteger();
		AtomicInteger done = new AtomicInteger();
		List<Future<?>> load = new ArrayList<>();
		for (int caller = 0; caller < 8; caller++) {
			byte[] state = { (byte) caller };
			load.add(callers.submit(() -> {
				for (int i = 0; i < records; i++) {
					int number = i;
					String key = record(i).keyHash();
					attempt(() -> records().find(KIND, key), found -> absent.addAndGet(found.isPresent() ? 0 : 1));
					attempt(() -> records().update(KIND, key, 1, end(), state),
							outcome -> updated.addAndGet(number, outcome instanceof RecordUpdate.Updated ? 1 : 0));
					done.incrementAndGet();
				}
				return done;
			}));
		}
		breakUnder(load, done, records, fault);
		if (survivesCut() || fault == Fault.SLOW) {
			assertThat(absent.get()).isZero();
		}
		mendUnder(load, records);
		List<Future<?>> removers = new ArrayList<>();
		for (int caller = 0; caller < 4; caller++) {
			removers.add(callers.submit(() -> {
				for (int i = 0; i < records; i++) {
					String key = record(i).keyHash();
					removed.addAndGet(i, Polling.answer(() -> records().remove(KIND, key)).isPresent() ? 1 : 0);
				}
				return removed;
			}));
		}
		for (Future<?> remover : removers) {
			remover.get(recovery().toMillis(), TimeUnit.MILLISECONDS);
		}
		for (int i = 0; i < records; i++) {
			if (survivesCut() || fault == Fault.SLOW) {
				assertThat(updated.get(i)).as("updates of version 1 of record %s", i).isLessThanOrEqualTo(1);
				assertThat(removed.get(i)).as("removals of record %s", i).isOne();
			}
			else {
				assertThat(removed.get(i)).as("removals of record %s", i).isLessThanOrEqualTo(1);
			}
		}
	}

	private Map<String, Callable<?>> operations() {
		StoredService service = new StoredService(HASH, HASH, new byte[1]);
		Map<String, Callable<?>> operations = new LinkedHashMap<>();
		operations.put("create", () -> sessions().create(session()));
		operations.put("find", () -> sessions().find(KEY));
		operations.put("update", () -> sessions().update(KEY, 1, new byte[2]));
		operations.put("addService", () -> sessions().addService(KEY, service));
		operations.put("findByPrincipal", () -> sessions().findByPrincipal(HASH, SessionKey.FIRST, 10));
		operations.put("findByIdentifier", () -> sessions().findByIdentifier(HASH, SessionKey.FIRST, 10));
		operations.put("count", () -> sessions().count());
		operations.put("end", () -> sessions().end(KEY));
		operations.put("mark", () -> oneTime().setReplayKey("request", "a", end()));
		operations.put("put", () -> oneTime().put("ticket", "a", new byte[1], end()));
		operations.put("take", () -> oneTime().take("ticket", "value"));
		operations.put("record create", () -> records().create(record()));
		operations.put("record find", () -> records().find(KIND, KEY.value()));
		operations.put("record update", () -> records().update(KIND, KEY.value(), 1, end(), new byte[2]));
		operations.put("record findByOwner", () -> records().findByOwner(KIND, KEY.value(), "", 10));
		operations.put("record remove", () -> records().remove(KIND, KEY.value()));
		return operations;
	}

	private StoredSession session() {
		return new StoredSession(KEY, HASH, 1, now(), end(), end(), new byte[1], List.of());
	}

	private StoredRecord record() {
		return new StoredRecord(KIND, KEY.value(), KEY.value(), StoredRecord.FIRST, end(), new byte[1]);
	}

	private StoredRecord record(int number) {
		return new StoredRecord(KIND, "%064x".formatted(number), KEY.value(), StoredRecord.FIRST, end(), new byte[1]);
	}

	private Instant end() {
		return now().plus(Duration.ofHours(1));
	}

	private void happen(Fault fault) throws Exception {
		switch (fault) {
			case CUT -> cut();
			case SLOW -> slow();
		}
	}

	/** Breaks the backend after some rounds, and lets the load continue for a while. */
	private void breakUnder(List<Future<?>> load, AtomicInteger done, int rounds, Fault fault) throws Exception {
		Polling.until(bound(), () -> done.get() > rounds);
		happen(fault);
		int broken = done.get();
		// One caller at least makes a second round, of two calls, and each call may take
		// as long as its bound.
		Polling.until(recovery().plus(bound().multipliedBy(4)),
				() -> done.get() > broken + CALLERS || load.stream().allMatch(Future::isDone));
	}

	private void mendUnder(List<Future<?>> load, int rounds) throws Exception {
		heal();
		for (Future<?> caller : load) {
			caller.get(recovery().toMillis() + rounds * bound().toMillis(), TimeUnit.MILLISECONDS);
		}
		awaitRecovery();
	}

	private void awaitRecovery() {
		Polling.until(recovery(), () -> {
			try {
				sessions().find(KEY);
				oneTime().take("ticket", "never put");
				records().find(KIND, KEY.value());
				return true;
			}
			catch (RuntimeException ex) {
				throw new AssertionError("fails in another way", ex);
			}
		});
	}

	/** Whether the call reported in time that the store is unavailable. */
	private boolean failed(Future<?> call) throws InterruptedException {
		try {
			call.get(bound().toMillis(), TimeUnit.MILLISECONDS);
			return false;
		}
		catch (ExecutionException ex) {
			assertThat(ex).hasCauseInstanceOf(StoreUnavailableException.class);
			return true;
		}
		catch (TimeoutException ex) {
			return fail("hangs for " + bound(), ex);
		}
	}

	private static <T> void attempt(Callable<T> call, Consumer<T> answered) throws Exception {
		try {
			answered.accept(call.call());
		}
		catch (StoreUnavailableException ex) {
			assertThat(ex.getMessage()).isNotBlank();
		}
	}

}
