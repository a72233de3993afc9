package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import io.github.bucket4j.Bucket;

/**
 * The wrong guesses and throttled tries from one network. It may stand for a whole campus
 * behind one address, so tries under way hold no tokens; parallel guesses may overdraw
 * them, and the debt has to be refilled first. Nodes share these counts in batches: the
 * first batch is free, each further one takes a {@linkplain SharedSlots slot}.
 * Thread-safe.
 */
final class NetworkCounter {

	private final Bucket tries;

	private final InstantSource clock;

	private final SharedSlots shared;

	private final int batch;

	private final ReentrantLock lock = new ReentrantLock();

	private int credit;

	private boolean claiming;

	private Instant lastCharge = Instant.MIN;

	private Instant usedUpUntil = Instant.MIN;

	/**
	 * @param tries one token for each try that is still permitted
	 * @param batch the number of attempts that one slot covers
	 */
	NetworkCounter(Bucket tries, InstantSource clock, SharedSlots shared, int batch) {
		this.tries = tries;
		this.clock = clock;
		this.shared = shared;
		this.batch = batch;
		this.credit = batch;
	}

	/**
	 * Returns how long to wait, if this network has used up its attempts.
	 * @param budget the time in which the store is queried
	 */
	Optional<Duration> refusal(SharedSlots.TimeBudget budget) {
		if (tries.getAvailableTokens() <= 0) {
			return Optional
				.of(Duration.ofNanos(Math.max(1, tries.estimateAbilityToConsume(1).getNanosToWaitForRefill())));
		}
		lock.lock();
		try {
			Instant now = clock.instant();
			if (lastCharge.isBefore(now.minus(shared.lifetime()))) {
				credit = batch;
			}
			if (credit > 0) {
				return Optional.empty();
			}
			if (now.isBefore(usedUpUntil)) {
				return Optional.of(Duration.between(now, usedUpUntil));
			}
			// One request asks the store; meanwhile the others proceed on credit.
			if (claiming) {
				return Optional.empty();
			}
			claiming = true;
		}
		finally {
			lock.unlock();
		}
		return claimBatch(budget);
	}

	/** Asks the store, which may take a while, so without the lock. */
	private Optional<Duration> claimBatch(SharedSlots.TimeBudget budget) {
		SharedSlots.Claim claim = new SharedSlots.Claim.Unknown();
		try {
			claim = shared.claim(budget);
		}
		finally {
			lock.lock();
			try {
				claiming = false;
				if (claim instanceof SharedSlots.Claim.UsedUp(Duration askAgain)) {
					usedUpUntil = clock.instant().plus(askAgain);
				}
				else {
					// The node also uses its own count if the store does not answer.
					credit += batch;
				}
			}
			finally {
				lock.unlock();
			}
		}
		return claim instanceof SharedSlots.Claim.UsedUp(Duration askAgain) ? Optional.of(askAgain) : Optional.empty();
	}

	/** A wrong guess was made. */
	void countGuess() {
		tries.consumeIgnoringRateLimits(1);
		charge();
	}

	/**
	 * A try was throttled. Costs a token while there is one but leaves no debt, so that
	 * the network is served again soon after the hammering ends.
	 */
	void countThrottled() {
		if (tries.tryConsume(1)) {
			charge();
		}
	}

	private void charge() {
		lock.lock();
		try {
			credit--;
			lastCharge = clock.instant();
		}
		finally {
			lock.unlock();
		}
	}

}
