package org.campanile.perf.load;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.campanile.perf.load.LoadRecorder.Timing;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has answers checked beside the load, so that a check does not lengthen the latency that
 * another user sees. It is bounded: when it is full, the caller that adds an answer
 * checks it, which is counted, for the load then waits for itself. Thread-safe.
 */
final class CheckQueue implements AutoCloseable {

	private static final Logger log = LoggerFactory.getLogger(CheckQueue.class);

	private static final int LENGTH = 2_000;

	private static final long PATIENCE_SECONDS = 120;

	private final Judge verifying;

	private final Judge quick;

	private final LoadRecorder recorder;

	private final int every;

	private final AtomicLong answers = new AtomicLong();

	private final AtomicLong byCallers = new AtomicLong();

	private final AtomicLong waiting = new AtomicLong();

	private final ThreadPoolExecutor threads;

	/**
	 * @param every one of how many answers is verified; of the others user and request
	 * are checked
	 */
	CheckQueue(AnswerCheck check, LoadRecorder recorder, int every) {
		this(check::failure, check::failureUnverified, recorder, every,
				Math.max(1, Runtime.getRuntime().availableProcessors() / 2), LENGTH);
	}

	CheckQueue(Judge verifying, Judge quick, LoadRecorder recorder, int every, int count, int length) {
		this.verifying = verifying;
		this.quick = quick;
		this.recorder = recorder;
		this.every = every;
		this.threads = new ThreadPoolExecutor(count, count, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(length),
				Thread.ofPlatform().daemon().name("check-", 1).factory(), (check, pool) -> runByCaller(check));
	}

	/** Says what is wrong with an answer, as {@link AnswerCheck#failure} does. */
	@FunctionalInterface
	interface Judge {

		Optional<String> failure(String samlResponse, @Nullable String requestId, String username);

	}

	/**
	 * Takes an answer, to be counted when it has been judged.
	 * @param kind of the request that brought it
	 * @param requestId of the AuthnRequest it must answer; null if there was none
	 */
	void add(String kind, Timing timing, String samlResponse, @Nullable String requestId, String username) {
		Judge judge = answers.getAndIncrement() % every == 0 ? verifying : quick;
		threads.execute(() -> count(kind, timing, judged(judge, samlResponse, requestId, username)));
		if (recorder.measuring()) {
			waiting.accumulateAndGet(threads.getQueue().size(), Math::max);
		}
	}

	/** How many answers were checked by those who brought them, in the measured time. */
	long byCallers() {
		return byCallers.get();
	}

	/** How many answers waited at most, in the measured time. */
	long waiting() {
		return waiting.get();
	}

	/** Waits until all have been judged. */
	@Override
	public void close() {
		threads.shutdown();
		try {
			if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException(threads.shutdownNow().size() + " answers could not be checked in time");
			}
		}
		catch (InterruptedException ex) {
			threads.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	private void runByCaller(Runnable check) {
		if (recorder.measuring()) {
			byCallers.incrementAndGet();
		}
		check.run();
	}

	/** An answer whose check throws is none that a service could accept. */
	private static Optional<String> judged(Judge judge, String samlResponse, @Nullable String requestId,
			String username) {
		try {
			return judge.failure(samlResponse, requestId, username);
		}
		catch (RuntimeException ex) {
			log.warn("an answer could not be judged", ex);
			return Optional.of("check-" + ex.getClass().getSimpleName());
		}
	}

	private void count(String kind, Timing timing, Optional<String> failure) {
		failure.ifPresentOrElse(name -> recorder.failed(name, timing), () -> recorder.sound(kind, timing));
	}

}
