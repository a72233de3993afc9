package org.campanile.perf.load;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import org.campanile.perf.load.CheckQueue.Judge;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.LoadRecorder.Timing;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

@Timeout(60)
class CheckQueueTests {

	private static final long START = System.nanoTime();

	private final LoadRecorder recorder = new LoadRecorder(0, Duration.ZERO);

	private final CountDownLatch free = new CountDownLatch(1);

	private final Thread caller = Thread.currentThread();

	@Test
	void whenNoMoreCanWaitThenTheCallerChecksAndThatIsCounted() {
		recorder.begin(START);
		CheckQueue checks = queue(2);
		add(checks, 5);

		assertThat(checks.byCallers()).isEqualTo(2);
		assertThat(checks.waiting()).isEqualTo(2);
		assertThat(recorder.done()).as("by the caller").isEqualTo(2);
		free.countDown();
		checks.close();
		assertThat(recorder.done()).isEqualTo(5);
	}

	@Test
	void whenAllCanWaitThenNothingIsTheCallersWork() {
		recorder.begin(START);
		CheckQueue checks = queue(10);
		add(checks, 4);

		assertThat(checks.byCallers()).isZero();
		assertThat(checks.waiting()).isEqualTo(3);
		assertThat(recorder.done()).isZero();
		free.countDown();
		checks.close();
		assertThat(recorder.done()).isEqualTo(4);
	}

	@Test
	void whenBeforeTheMeasuredTimeThenNotCounted() {
		CheckQueue checks = queue(1);
		add(checks, 5);
		free.countDown();
		checks.close();

		assertThat(checks.byCallers()).isZero();
		assertThat(checks.waiting()).isZero();
	}

	/** Returns a queue with one thread, which is slow. */
	private CheckQueue queue(int length) {
		Judge slow = (samlResponse, requestId, username) -> {
			if (!Thread.currentThread().equals(caller)) {
				await();
			}
			return Optional.empty();
		};
		return new CheckQueue(slow, slow, recorder, 1, 1, length);
	}

	@Test
	void whenOneOfSeveralIsVerifiedThenTheOthersAreJudgedAsWell() {
		recorder.begin(START);
		try (CheckQueue checks = new CheckQueue((samlResponse, requestId, username) -> Optional.of("verified"),
				(samlResponse, requestId, username) -> Optional.of("wrong-user"), recorder, 4, 1, 10)) {
			add(checks, 8);
		}

		ProcessResult generator = new ProcessResult("load", ProcessRole.LOAD, 0, 0, 0, 0, 0, 0);
		assertThat(recorder.result(4, generator).failures()).containsOnly(entry("verified", 2L),
				entry("wrong-user", 6L));
	}

	private void await() {
		try {
			free.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void add(CheckQueue checks, int count) {
		for (int i = 0; i < count; i++) {
			checks.add(RequestKind.LOGIN, new Timing(START, START + 1, 1), "", null, "u000001");
		}
	}

}
