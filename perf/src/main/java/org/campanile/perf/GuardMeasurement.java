package org.campanile.perf;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreSettings;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.guard.StoreGuards;

/**
 * Measures what the guard of a store costs: CPU time of the whole process for each
 * operation, with and without it, of a store that answers at once and of one that keeps
 * its caller waiting as a network does. Arguments: operations (200,000), callers at once
 * (8).
 */
public final class GuardMeasurement {

	private static final Duration NETWORK = Duration.ofNanos(200_000);

	private static final int ROUNDS = 3;

	private GuardMeasurement() {
	}

	/** Answers after that time. */
	private record Answering(Duration after) implements OneTimeStore {

		@Override
		public boolean mark(String kind, String key, Instant expiresAt) {
			if (!after.isZero()) {
				LockSupport.parkNanos(after.toNanos());
			}
			return true;
		}

		@Override
		public boolean put(String kind, String key, byte[] value, Instant expiresAt) {
			return true;
		}

		@Override
		public Optional<byte[]> take(String kind, String key) {
			return Optional.empty();
		}

		@Override
		public Optional<byte[]> find(String kind, String key) {
			return Optional.empty();
		}

	}

	public static void main(String[] arguments) throws InterruptedException {
		int operations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
		int callers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
		for (Duration after : List.of(Duration.ZERO, NETWORK)) {
			OneTimeStore bare = new Answering(after);
			OneTimeStore guarded = new StoreGuards(StoreSettings.DEFAULTS, new SimpleMeterRegistry()).guard(bare);
			cpu(bare, operations, callers);
			cpu(guarded, operations, callers);
			for (int round = 0; round < ROUNDS; round++) {
				double without = cpu(bare, operations, callers);
				double with = cpu(guarded, operations, callers);
				System.out.printf(
						"store answers after %d us: bare %.2f, guarded %.2f, guard %.2f us CPU an operation%n",
						after.toNanos() / 1000, without, with, with - without);
			}
		}
	}

	/** Microseconds of CPU for each operation. */
	private static double cpu(OneTimeStore store, int operations, int callers) throws InterruptedException {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		long before = system.getProcessCpuTime();
		List<Thread> threads = new ArrayList<>();
		for (int caller = 0; caller < callers; caller++) {
			threads.add(Thread.startVirtualThread(() -> ask(store, operations / callers)));
		}
		for (Thread thread : threads) {
			thread.join();
		}
		return (system.getProcessCpuTime() - before) / 1000.0 / operations;
	}

	private static void ask(OneTimeStore store, int operations) {
		try {
			for (int i = 0; i < operations; i++) {
				store.mark("measurement", "key", Instant.EPOCH);
			}
		}
		catch (StoreUnavailableException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
