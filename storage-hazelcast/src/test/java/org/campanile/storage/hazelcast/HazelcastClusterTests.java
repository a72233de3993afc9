package org.campanile.storage.hazelcast;

import java.util.concurrent.atomic.AtomicInteger;

import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class HazelcastClusterTests {

	/** Hazelcast throws the second while a partition moves to a node that starts. */
	@Test
	void whenOtherNodesAreSlowOrPartitionsMoveThenAStepOfTheStartIsRetried() {
		AtomicInteger tries = new AtomicInteger();
		HazelcastCluster.retrying(() -> {
			switch (tries.incrementAndGet()) {
				case 1 -> throw new OperationTimeoutException("slow");
				case 2 -> throw new RetryableHazelcastException("Partition is migrating!");
				default -> {
				}
			}
		});
		assertThat(tries).hasValue(3);
	}

	@Test
	void whenAStepOfTheStartFailsOtherwiseThenItIsNotRetried() {
		AtomicInteger tries = new AtomicInteger();
		assertThatIllegalStateException().isThrownBy(() -> HazelcastCluster.retrying(() -> {
			tries.incrementAndGet();
			throw new IllegalStateException("other");
		})).withMessage("other");
		assertThat(tries).hasValue(1);
	}

}
