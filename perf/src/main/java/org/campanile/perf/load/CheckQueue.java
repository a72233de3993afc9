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
 * Checks answers in threads of its own, so that a check does not lengthen the latency
 * measured for another user. The queue is bounded: when it is full, the thread that adds
 * an answer has to check it, which is counted, as it holds up the load. Thread-safe.
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
	 * @param every one of how many answers is verified; for the others only user and
	 * request are checked
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

	/** Returns what is wrong with an answer, as {@link AnswerCheck#failure} does. */
	@FunctionalInterface
	interface Judge {

		Optional<String> failure(String samlResponse, @Nullable String requestId, String username);

	}

	/**
	 * Adds an answer, which is counted once it has been judged.
	 * @param kind kind of the answered request
	 * @param requestId id of the AuthnRequest that it must answer; null if there was none
	 */
	void add(String kind, Timing timing, String samlResponse, @Nullable String requestId, String username) {
		Judge judge = answers.getAndIncrement() % every == 0 ? verifying : quick;
		threads.execute(() -> count(kind, timing, judged(judge, samlResponse, requestId, username)));
		if (recorder.measuring()) {
			waiting.accumulateAndGet(threads.getQueue().size(), Math::max);
		}
	}

	/** Returns how many answers the callers of {@link #add} had to check. */
	long byCallers() {
		return byCallers.get();
	}

	/** Returns the largest number of answers that waited in the measured time. */
	long waiting() {
		return waiting.get();
	}

	/** Waits until all answers have been judged. */
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

	/** Judges an answer. If the check throws, no service could accept the answer. */
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
