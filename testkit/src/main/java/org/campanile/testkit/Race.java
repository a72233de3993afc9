package org.campanile.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs something many times at once. */
public final class Race {

	private Race() {
	}

	/** A runner of the race. */
	@FunctionalInterface
	public interface Runner<T> {

		/**
		 * @param number the runner's number, from 0
		 */
		T run(int number) throws Exception;

	}

	/**
	 * Starts all runners at the same moment, each in a virtual thread, and waits for
	 * them.
	 * @return what they returned, by number
	 * @throws java.util.concurrent.ExecutionException with what the first of them threw
	 */
	public static <T> List<T> run(int runners, Runner<T> runner) throws Exception {
		CyclicBarrier start = new CyclicBarrier(runners);
		List<Future<T>> futures = new ArrayList<>();
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int i = 0; i < runners; i++) {
				int number = i;
				futures.add(executor.submit(() -> {
					start.await();
					return runner.run(number);
				}));
			}
		}
		List<T> results = new ArrayList<>();
		for (Future<T> future : futures) {
			results.add(future.get());
		}
		return results;
	}

}
