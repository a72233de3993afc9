package org.campanile.store.resilience;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

import org.campanile.store.StoreRefusedException;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class StoreGuardTests {

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final StoreGuard guard = guard(Duration.ofSeconds(20));

	private final AtomicInteger calls = new AtomicInteger();

	private StoreGuard guard(Duration deadline) {
		return new StoreGuard("trials", new StoreSettings(deadline), meters);
	}

	@Test
	void whenTheStoreAnswersThenSoDoesTheGuard() throws Exception {
		assertThat(guard.<String>once("find", repeated -> "here")).isEqualTo("here");
		assertThat(count("find", "ok")).isEqualTo(1);
		assertThat(guard.breaker().fault()).isEmpty();
	}

	@Test
	void whenNothingWasEverAnsweredThenThatIsAFault() {
		assertThat(guard.breaker().fault().orElse("")).contains("trials", "has not answered since the start");
		assertThat(guard.breaker().needsProbe()).isTrue();
	}

	@Test
	void whenTheStoreHangsThenTheCallerGoesOnAndTheOperationIsInterrupted() throws Exception {
		StoreGuard hasty = guard(Duration.ofMillis(30));
		CountDownLatch interrupted = new CountDownLatch(1);
		assertThatThrownBy(() -> hasty.repeatable("find", repeated -> {
			calls.incrementAndGet();
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.countDown();
			}
			return "too late";
		})).isInstanceOf(StoreUnavailableException.class)
			.hasMessage("the store of trials, find: no answer within 30 ms");
		assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
		assertThat(calls).as("what hangs is not repeated").hasValue(1);
		assertThat(count("find", "timeout")).isEqualTo(1);
	}

	@Test
	void whenItFailsThenRepeatedTwiceAtMost() {
		assertThatThrownBy(() -> guard.repeatable("find", repeated -> {
			assertThat(repeated).isEqualTo(calls.getAndIncrement() > 0);
			throw new StoreUnavailableException("the wire is cut");
		})).isInstanceOf(StoreUnavailableException.class).hasMessage("the wire is cut");
		assertThat(calls).hasValue(3);
		assertThat(meters.get("campanile.store.repeats").counter().count()).isEqualTo(2);
		assertThat(count("find", "failed")).as("one operation to its caller").isEqualTo(1);
	}

	@Test
	void whenARepeatSucceedsThenSoDoesTheOperation() throws Exception {
		assertThat(guard.<String>repeatable("find", repeated -> {
			if (!repeated) {
				throw new StoreUnavailableException("once");
			}
			return "here";
		})).isEqualTo("here");
	}

	@Test
	void whenWhatMustNotBeRepeatedFailsThenItIsNot() {
		assertThatThrownBy(() -> guard.once("mark", repeated -> {
			calls.incrementAndGet();
			throw new StoreUnavailableException("the wire is cut");
		})).isInstanceOf(StoreUnavailableException.class);
		assertThat(calls).hasValue(1);
	}

	@Test
	void whenADriverThrowsWhatItLikesThenItIsTheStoreThatFailed() {
		assertThatThrownBy(() -> guard.once("mark", repeated -> {
			throw new IllegalStateException("the member is not active");
		})).isInstanceOf(StoreUnavailableException.class).hasRootCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void whenTheProgrammeIsWrongThenTheStoreIsNotBlamed() throws Exception {
		for (int i = 0; i < 20; i++) {
			assertThatIllegalArgumentException().isThrownBy(() -> guard.repeatable("create", repeated -> {
				calls.incrementAndGet();
				throw new IllegalArgumentException("too large");
			})).withMessage("too large");
		}
		assertThat(calls).hasValue(20);
		assertThat(guard.<String>once("find", repeated -> "here")).isEqualTo("here");
	}

	/** An attempt that exceeded its deadline may still take effect in the store. */
	@Test
	void whenARequestWaitsThenLaterAttemptsKnowOfEarlierOnes() throws Exception {
		StoreWaitBudget patience = new StoreWaitBudget(Duration.ofMinutes(1), new Permits());
		boolean last = patience.<Boolean>serve(() -> guard.<Boolean>repeatable("create", repeated -> {
			if (calls.getAndIncrement() < 3) {
				throw new StoreUnavailableException("the answer was lost");
			}
			return repeated;
		}));
		assertThat(last).isTrue();
	}

	@Test
	void whenAMarkTakesLongerThanItsDeadlineThenThePermitIsFreeMeanwhile() throws Exception {
		Permits permits = new Permits();
		StoreWaitBudget patience = new StoreWaitBudget(Duration.ofMinutes(1), permits);
		StoreGuard hasty = guard(Duration.ofMillis(30));
		assertThat(patience.<Boolean>serve(() -> hasty.<Boolean>once("mark", repeated -> {
			awaitUninterruptibly(permits.given);
			return true;
		}))).isTrue();
		assertThat(permits.back.getCount()).isZero();
	}

	/**
	 * A call that was never sent cannot have taken effect, so it may be repeated; a
	 * failed call may not.
	 */
	@Test
	void whenAMarkIsNotAskedThenItIsTriedAgainWhenTheStoreIsBack() throws Exception {
		assertThat(guard.probe(repeated -> "here")).isTrue();
		failUntilOpen();
		Permits permits = new Permits();
		StoreWaitBudget patience = new StoreWaitBudget(Duration.ofMinutes(1), permits);
		Thread.ofVirtual().start(() -> {
			awaitUninterruptibly(permits.given);
			guard.probe(repeated -> "back");
			guard.breaker().recovered();
		});
		int before = calls.get();
		assertThat(patience.<Integer>serve(() -> guard.<Integer>once("mark", repeated -> calls.incrementAndGet())))
			.isEqualTo(before + 1);
		assertThat(permits.back.getCount()).isZero();
	}

	/** After a failed trial call it is unknown whether the operation took effect. */
	@Test
	void whenARequestWaitsThenItDoesNotFindOutWhetherTheStoreIsBack() {
		failUntilOpen();
		int before = calls.get();
		StoreWaitBudget patience = new StoreWaitBudget(Duration.ofMillis(2_500), new StoreWaitBudget.Waiting() {

			@Override
			public boolean begin() {
				return true;
			}

			@Override
			public void end() {
			}

			@Override
			public void giveUp() {
			}

		});
		assertThatThrownBy(() -> patience.serve(() -> guard.<Integer>repeatable("mark", repeated -> {
			calls.incrementAndGet();
			throw new StoreUnavailableException("the wire is cut");
		}))).isInstanceOf(StoreRefusedException.class);
		assertThat(calls).hasValue(before);
	}

	@Test
	void whenTheStoreIsFullThenItIsNotUnavailable() throws Exception {
		assertThat(guard.probe(repeated -> "here")).isTrue();
		for (int i = 0; i < 20; i++) {
			assertThatThrownBy(() -> guard.once("mark", repeated -> {
				throw new StoreRefusedException("full");
			})).isInstanceOf(StoreRefusedException.class).hasMessage("full");
		}
		assertThat(guard.breaker().fault()).isEmpty();
		assertThat(guard.<String>once("take", repeated -> "room")).isEqualTo("room");
		assertThat(count("mark", "rejected")).isEqualTo(20);
	}

	private static final class Permits implements StoreWaitBudget.Waiting {

		private final CountDownLatch given = new CountDownLatch(1);

		private final CountDownLatch back = new CountDownLatch(1);

		@Override
		public boolean begin() {
			given.countDown();
			return true;
		}

		@Override
		public void end() {
			back.countDown();
		}

		@Override
		public void giveUp() {
			throw new AssertionError("it answers in these tests");
		}

	}

	@Test
	void whenItFailsAgainAndAgainThenItIsNotAskedUntilAProbeIsAnswered() throws Exception {
		assertThat(guard.probe(repeated -> "here")).isTrue();
		failUntilOpen();
		int asked = calls.get();
		assertThatThrownBy(() -> guard.once("mark", repeated -> calls.incrementAndGet()))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("not called");
		assertThat(calls).hasValue(asked);
		assertThat(count("mark", "rejected")).isEqualTo(1);
		assertThat(guard.breaker().fault().orElse("")).contains("does not answer", "the wire is cut");
		assertThat(meters.get("campanile.store.unavailable").gauge().value()).isEqualTo(1);
		assertThat(guard.probe(repeated -> {
			throw new StoreUnavailableException("still cut");
		})).isFalse();
		assertThat(guard.breaker().isOpen()).isTrue();
		assertThat(guard.probe(repeated -> "here")).isTrue();
		guard.breaker().recovered();
		assertThat(guard.<Integer>once("mark", repeated -> 1)).isEqualTo(1);
		assertThat(guard.breaker().fault()).isEmpty();
		assertThat(meters.get("campanile.store.unavailable").gauge().value()).isZero();
	}

	/** A request must reach the store again even if nothing probes it. */
	@Test
	void whenOpenForASecondThenARequestFindsOutByItself() throws Exception {
		failUntilOpen();
		AtomicBoolean through = new AtomicBoolean();
		until(through, () -> {
			try {
				through.set(guard.<Boolean>once("mark", repeated -> true));
			}
			catch (StoreUnavailableException ex) {
				// The breaker is still open.
			}
		});
		assertThat(guard.breaker().isOpen()).isFalse();
	}

	private void failUntilOpen() {
		for (int i = 0; i < 5; i++) {
			assertThatThrownBy(() -> guard.once("find", repeated -> {
				calls.incrementAndGet();
				throw new StoreUnavailableException("the wire is cut");
			})).isInstanceOf(StoreUnavailableException.class);
		}
		assertThat(guard.breaker().isOpen()).isTrue();
	}

	@Test
	void whenTooMuchIsUnderWayThenTheRestFailsAtOnceAndTheStoreIsNotBlamed() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch under = new CountDownLatch(StoreGuard.MAX_UNDER_WAY);
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < StoreGuard.MAX_UNDER_WAY; i++) {
			callers.add(Thread.startVirtualThread(() -> {
				try {
					guard.<Boolean>once("find", repeated -> {
						under.countDown();
						awaitUninterruptibly(release);
						return true;
					});
				}
				catch (StoreUnavailableException ex) {
					throw new IllegalStateException(ex);
				}
			}));
		}
		assertThat(under.await(30, TimeUnit.SECONDS)).isTrue();
		assertThatThrownBy(() -> guard.once("find", repeated -> true)).isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("512 operations are running");
		assertThat(guard.probe(repeated -> "here")).as("probes have a place of their own").isTrue();
		assertThat(guard.breaker().isOpen()).isFalse();
		release.countDown();
		for (Thread caller : callers) {
			caller.join();
		}
		assertThat(guard.<Boolean>once("find", repeated -> true)).isTrue();
	}

	/**
	 * An abandoned operation that ignores its interruption is counted until it returns.
	 */
	@Test
	void whenAnAbandonedOperationGoesOnThenItIsStillCounted() throws Exception {
		StoreGuard hasty = guard(Duration.ofMillis(20));
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		assertThatThrownBy(() -> hasty.once("find", repeated -> {
			awaitUninterruptibly(release);
			ended.countDown();
			return true;
		})).isInstanceOf(StoreUnavailableException.class);
		assertThat(hasty.underWay()).isEqualTo(1);
		release.countDown();
		assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
		AtomicBoolean none = new AtomicBoolean();
		until(none, () -> none.set(hasty.underWay() == 0));
	}

	@Test
	void whenLogsHaveAContextThenTheOperationHasItToo() throws Exception {
		MDC.put("request", "r1");
		try {
			assertThat(guard.<String>once("find", repeated -> String.valueOf(MDC.get("request")))).isEqualTo("r1");
		}
		finally {
			MDC.remove("request");
		}
	}

	@Test
	void whenTheCallerIsInterruptedThenItFailsAndStaysInterrupted() {
		Thread.currentThread().interrupt();
		assertThatThrownBy(() -> guard.once("find", repeated -> {
			awaitUninterruptibly(new CountDownLatch(1));
			return true;
		})).isInstanceOf(StoreUnavailableException.class);
		assertThat(Thread.interrupted()).isTrue();
	}

	private long count(String operation, String outcome) {
		return meters.get("campanile.store.operations")
			.tag("store", "trials")
			.tag("operation", operation)
			.tag("outcome", outcome)
			.timer()
			.count();
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		while (latch.getCount() > 0) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				// Ignored, to simulate a driver that cannot be interrupted.
			}
		}
	}

	private static void until(AtomicBoolean done, Runnable again) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
		while (!done.get()) {
			assertThat(System.nanoTime()).isLessThan(end);
			again.run();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
	}

}
