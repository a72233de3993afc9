package org.campanile.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoreWaitBudgetTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final AtomicInteger runs = new AtomicInteger();

	private final AtomicInteger waiting = new AtomicInteger();

	private boolean mayBegin = true;

	private boolean givenUp;

	private final StoreWaitBudget.Waiting permits = new StoreWaitBudget.Waiting() {

		@Override
		public boolean begin() {
			if (mayBegin) {
				waiting.incrementAndGet();
			}
			return mayBegin;
		}

		@Override
		public void end() {
			waiting.decrementAndGet();
		}

		@Override
		public void giveUp() {
			waiting.decrementAndGet();
			givenUp = true;
		}

	};

	private String answerAt(int run) throws StoreUnavailableException {
		if (runs.incrementAndGet() < run) {
			assertThat(waiting.get()).isEqualTo(runs.get() == 1 ? 0 : 1);
			throw new StoreUnavailableException("run " + runs.get());
		}
		return "answer";
	}

	private String serve(Duration budget, int run) throws Exception {
		return new StoreWaitBudget(budget, permits).serve(() -> StoreWaitBudget.repeated(() -> answerAt(run)));
	}

	@Test
	void whenTheStoreAnswersAtLastThenSoDoesTheOperationAndThePermitIsBack() throws Exception {
		assertThat(serve(LONG, 3)).isEqualTo("answer");
		assertThat(runs).hasValue(3);
		assertThat(waiting).hasValue(0);
	}

	@Test
	void whenTheBudgetIsSpentThenItFailsAndWaitsForNothingElse() {
		assertThatThrownBy(() -> serve(Duration.ofMillis(250), Integer.MAX_VALUE))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessage("run " + runs.get());
		assertThat(runs.get()).isGreaterThan(1);
		assertThat(waiting).hasValue(0);
		assertThat(givenUp).as("a page needs no permit").isTrue();
	}

	@Test
	void whenAFailureMustNotBeRepeatedThenItIsTheLast() {
		assertThatThrownBy(() -> new StoreWaitBudget(LONG, permits)
			.serve(() -> StoreWaitBudget.repeated(() -> answerAt(9), failure -> "run 1".equals(failure.getMessage()))))
			.hasMessage("run 2");
		assertThat(waiting).hasValue(0);
	}

	@Test
	void whenOneWaitsWithinAnotherThenThePermitIsGivenBackOnce() throws Exception {
		assertThat(new StoreWaitBudget(LONG, permits).<String>serve(() -> StoreWaitBudget.repeated(() -> {
			String answer = answerAt(2);
			assertThat(StoreWaitBudget.beginWaiting()).isTrue();
			assertThat(waiting).hasValue(1);
			StoreWaitBudget.endWaiting(true);
			assertThat(waiting).hasValue(1);
			return answer;
		}))).isEqualTo("answer");
		assertThat(waiting).hasValue(0);
	}

	@Test
	void whenTooManyWaitThenItFailsAtOnce() {
		mayBegin = false;
		assertThatThrownBy(() -> serve(LONG, 2)).hasMessage("run 1");
	}

	@Test
	void whenTheRequestDoesNotWaitThenRunOnce() {
		assertThatThrownBy(() -> StoreWaitBudget.repeated(() -> answerAt(2))).hasMessage("run 1");
		runs.set(0);
		assertThatThrownBy(() -> new StoreWaitBudget(LONG, permits)
			.serve(() -> StoreWaitBudget.withoutWaiting(() -> StoreWaitBudget.repeated(() -> answerAt(2)))))
			.hasMessage("run 1");
	}

}
