package org.campanile.web.overload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ProcessorsTests {

	private final AtomicLong runnable = new AtomicLong();

	private final AtomicLong now = new AtomicLong(7);

	private final Processors processors = new Processors(runnable::get, 4, now::get);

	@Test
	void whenFewRequestsWantAProcessorThenAllPlacesAreThere() {
		runnable.set(4);
		assertThat(processors.busy()).isFalse();
		assertThat(processors.places(64)).isEqualTo(64);
	}

	@Test
	void whenManyWantOneThenOnlyWhatKeepsThemBusy() {
		runnable.set(5);
		assertThat(processors.busy()).isTrue();
		assertThat(processors.places(64)).isEqualTo(4);
		assertThat(processors.places(3)).as("never more than there are").isEqualTo(3);
	}

	/**
	 * Those that have a carrier count as well: there may be more carriers than requests.
	 */
	@Test
	void whenVirtualThreadsWorkThenTheProcessorsAreBusyAndWhenTheyWaitTheyAreNot() throws InterruptedException {
		Processors real = Processors.ofVirtualThreads();
		int many = 8 * Runtime.getRuntime().availableProcessors();
		AtomicBoolean working = new AtomicBoolean(true);
		CountDownLatch idle = new CountDownLatch(1);
		for (int i = 0; i < many; i++) {
			Thread.startVirtualThread(() -> {
				while (working.get()) {
					Thread.onSpinWait();
				}
				await(idle);
			});
		}
		try {
			assertThat(becomes(real, true)).isTrue();
			working.set(false);
			assertThat(becomes(real, false)).isTrue();
		}
		finally {
			working.set(false);
			idle.countDown();
		}
	}

	/** A test that never sees it runs out of its time. */
	private static boolean becomes(Processors processors, boolean busy) {
		while (processors.busy() != busy && !Thread.interrupted()) {
			LockSupport.parkNanos(1_000_000);
		}
		return !Thread.currentThread().isInterrupted();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
