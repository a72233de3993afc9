package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;

import org.campanile.store.StoreUnavailableException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HazelcastOperationsTests {

	private final HazelcastOperations operations = new HazelcastOperations(Duration.ofSeconds(30));

	private final AtomicInteger runs = new AtomicInteger();

	private Supplier<CompletionStage<String>> each(IntFunction<CompletionStage<String>> answer) {
		return () -> answer.apply(this.runs.incrementAndGet());
	}

	@Test
	void whenARunIsNeverAnsweredThenTheNextAnswers() throws StoreUnavailableException {
		String answer = operations.run("read",
				each(run -> run < 3 ? new CompletableFuture<>() : CompletableFuture.completedFuture("of run " + run)));
		assertThat(answer).isEqualTo("of run 3");
		assertThat(runs).hasValue(3);
	}

	@Test
	void whenAnEarlierRunAnswersLateThenItCounts() throws StoreUnavailableException {
		CompletableFuture<String> first = new CompletableFuture<>();
		String answer = operations.run("read", each(run -> {
			if (run == 1) {
				return first;
			}
			first.complete("of the first");
			return new CompletableFuture<>();
		}));
		assertThat(answer).isEqualTo("of the first");
		assertThat(runs).hasValue(2);
	}

	@Test
	void whenTheOutcomeOfARunIsUnknownThenRunAgainAtOnce() throws StoreUnavailableException {
		String answer = operations.run("read",
				each(run -> run < 4
						? CompletableFuture.failedFuture(new IndeterminateOperationStateException("unknown"))
						: CompletableFuture.completedFuture("of run " + run)));
		assertThat(answer).isEqualTo("of run 4");
	}

	@Test
	void whenNoRunKnowsTheOutcomeThenFailsAfterFour() {
		assertThatThrownBy(() -> operations.run("read",
				each(run -> CompletableFuture
					.failedFuture(new CompletionException(new IndeterminateOperationStateException("unknown"))))))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("the outcome is unknown");
		assertThat(runs).hasValue(4);
	}

	@Test
	void whenRefusedThenNotRunAgain() {
		assertThatThrownBy(() -> operations.run("read",
				each(run -> CompletableFuture.failedFuture(new SplitBrainProtectionException("minority")))))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("fewer nodes are connected");
		assertThat(runs).hasValue(1);
	}

	@Test
	void whenNothingAnswersThenFailsAtTheLimit() {
		HazelcastOperations hurried = new HazelcastOperations(Duration.ofMillis(200));
		assertThatThrownBy(() -> hurried.run("read", each(run -> new CompletableFuture<>())))
			.isInstanceOf(StoreUnavailableException.class)
			.hasMessageContaining("no answer within 200 ms");
	}

	@Test
	void whenAQueryIsLongThenItIsNotRunAgain() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch never = new CountDownLatch(1);
		HazelcastOperations hurried = new HazelcastOperations(Duration.ofMillis(400));
		assertThatThrownBy(() -> hurried.<String>runBlocking("look up", () -> {
			runs.incrementAndGet();
			begun.countDown();
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return "never";
		})).isInstanceOf(StoreUnavailableException.class);
		begun.await();
		assertThat(runs).hasValue(1);
		never.countDown();
	}

}
