package org.campanile.authn;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.github.bucket4j.Bucket;

/**
 * The tries at one account. A try that is under way may yet turn out to be a wrong guess,
 * so it holds a token until it is known; one who finds every token held waits a moment
 * for that rather than being turned away, since most tries are right. Thread-safe.
 */
final class AccountTries {

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private final Bucket wrong;

	private final Semaphore waiters;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition settled = lock.newCondition();

	private int underWay;

	/**
	 * @param wrong one token for each wrong guess that is still borne
	 * @param waiters how many may wait, over all accounts
	 */
	AccountTries(Bucket wrong, Semaphore waiters) {
		this.wrong = wrong;
		this.waiters = waiters;
	}

	/**
	 * Begins a try, which must be {@linkplain #settle settled} if it is not refused.
	 * @return how long to wait, if it may not be made
	 */
	Optional<Duration> begin() {
		lock.lock();
		try {
			if (free() > 0) {
				underWay++;
				return Optional.empty();
			}
			if (!waiters.tryAcquire()) {
				return refusal();
			}
			try {
				return await();
			}
			finally {
				waiters.release();
			}
		}
		finally {
			lock.unlock();
		}
	}

	private Optional<Duration> await() {
		long left = PATIENCE.toNanos();
		try {
			while (free() <= 0) {
				if (wrong.getAvailableTokens() <= 0 || left <= 0) {
					return refusal();
				}
				left = settled.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return refusal();
		}
		underWay++;
		return Optional.empty();
	}

	private long free() {
		return wrong.getAvailableTokens() - underWay;
	}

	private Optional<Duration> refusal() {
		long nanos = wrong.estimateAbilityToConsume(1).getNanosToWaitForRefill();
		return Optional.of(Duration.ofNanos(Math.max(nanos, TimeUnit.SECONDS.toNanos(1))));
	}

	/** Ends a try. */
	void settle(boolean wrongGuess) {
		lock.lock();
		try {
			underWay--;
			if (wrongGuess) {
				wrong.tryConsume(1);
			}
			settled.signalAll();
		}
		finally {
			lock.unlock();
		}
	}

}
