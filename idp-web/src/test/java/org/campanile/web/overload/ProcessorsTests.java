package org.campanile.web.overload;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ProcessorsTests {

	private final AtomicInteger runnable = new AtomicInteger();

	private final AtomicLong now = new AtomicLong(7);

	private final Processors processors = new Processors(runnable::get, 8, 4, now::get);

	@Test
	void whenFewRequestsWantAProcessorThenAllPermitsAreAvailable() {
		runnable.set(8);
		assertThat(processors.isBusy()).isFalse();
		assertThat(processors.permits(64, 1)).isEqualTo(64);
	}

	@Test
	void whenManyWantAProcessorThenOnlyAsManyAsKeepThemBusy() {
		runnable.set(9);
		assertThat(processors.isBusy()).isTrue();
		assertThat(processors.permits(64, 1)).isEqualTo(4);
		assertThat(processors.permits(64, 3)).as("other requests run meanwhile").isEqualTo(12);
		assertThat(processors.permits(10, 3)).as("never more than there are").isEqualTo(10);
	}

	@Test
	void whenTheyWereBusyRecentlyThenReportedForAWhile() {
		assertThat(processors.wasBusyRecently()).as("never yet").isFalse();
		runnable.set(9);
		assertThat(processors.permits(64, 1)).isEqualTo(4);
		runnable.set(0);
		now.addAndGet(49_999_999);
		assertThat(processors.wasBusyRecently()).isTrue();
		assertThat(processors.isBusy()).isFalse();
		now.addAndGet(1);
		assertThat(processors.wasBusyRecently()).isFalse();
	}

	@Test
	void whenVirtualThreadsWorkThenTheProcessorsAreBusyAndWhenTheyWaitTheyAreNot() throws InterruptedException {
		Processors real = Processors.ofVirtualThreads();
		int many = 16 * Runtime.getRuntime().availableProcessors();
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
			until(real, true);
			assertThat(real.runnable()).isPositive();
			working.set(false);
			until(real, false);
		}
		finally {
			working.set(false);
			idle.countDown();
		}
	}

	private static void until(Processors processors, boolean busy) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
		while (processors.isBusy() != busy) {
			assertThat(System.nanoTime()).as("never %s".formatted(busy ? "busy" : "idle")).isLessThan(end);
			LockSupport.parkNanos(1_000_000);
		}
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
