package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.github.bucket4j.Bucket;
import org.jspecify.annotations.Nullable;

/**
 * The wrong guesses at one name. A try under way may turn out to be a wrong guess, so it
 * holds a token until it is settled; when every token is held, the next try waits a
 * moment rather than being refused, since most tries are right. Thread-safe.
 * <p>
 * Where guesses are shared with other nodes, a try claims a {@linkplain SharedSlots slot}
 * before it is made if this node has lately seen a wrong guess at the name, or is making
 * another such try at this moment. Any other try costs the store nothing unless it turns
 * out to be wrong.
 */
final class GuessCounter {

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private final Bucket wrong;

	private final Semaphore waiters;

	private final InstantSource clock;

	private final @Nullable SharedSlots shared;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition settled = lock.newCondition();

	private int underWay;

	private boolean unannouncedUnderWay;

	/** The time until which attempts are announced to the other nodes. */
	private Instant announceUntil = Instant.MIN;

	/** The time until which all slots are known to be used. */
	private Instant usedUpUntil = Instant.MIN;

	/**
	 * @param wrong one token for each wrong guess that is still permitted
	 * @param waiters how many may wait, over all counters
	 * @param shared the slots that the nodes share; null if nothing is shared
	 */
	GuessCounter(Bucket wrong, Semaphore waiters, InstantSource clock, @Nullable SharedSlots shared) {
		this.wrong = wrong;
		this.waiters = waiters;
		this.clock = clock;
		this.shared = shared;
	}

	/** Whether a try may be made. */
	sealed interface Admission {

		/** Refused for now; another attempt is possible after that time. */
		record Refused(Duration retryAfter) implements Admission {
		}

		/**
		 * Admitted; the permit must be settled once.
		 *
		 * @param claimed the slot claimed for it, null if none was
		 * @param unannounced whether other nodes do not know of it
		 */
		record Permit(GuessCounter counter, @Nullable String claimed, boolean unannounced) implements Admission {

			/**
			 * @param budget the time in which the store must be told
			 */
			void settle(boolean wrongGuess, SharedSlots.TimeBudget budget) {
				counter.settle(this, wrongGuess, budget);
			}

		}

	}

	/**
	 * Begins a try.
	 * @param budget the time in which the store is queried
	 */
	Admission begin(SharedSlots.TimeBudget budget) {
		boolean announce;
		lock.lock();
		try {
			Instant now = clock.instant();
			if (now.isBefore(usedUpUntil)) {
				return new Admission.Refused(atLeastASecond(Duration.between(now, usedUpUntil)));
			}
			if (free() <= 0) {
				Optional<Duration> refusal = waitForOthers();
				if (refusal.isPresent()) {
					return new Admission.Refused(refusal.get());
				}
			}
			underWay++;
			announce = shared != null && (unannouncedUnderWay || now.isBefore(announceUntil));
			unannouncedUnderWay |= shared != null && !announce;
		}
		finally {
			lock.unlock();
		}
		return announce && shared != null ? announced(shared, budget)
				: new Admission.Permit(this, null, shared != null);
	}

	/** Asks the store, which may take a while, so without the lock. */
	private Admission announced(SharedSlots slots, SharedSlots.TimeBudget budget) {
		return switch (slots.claim(budget)) {
			case SharedSlots.Claim.Claimed(String slot) -> new Admission.Permit(this, slot, false);
			case SharedSlots.Claim.Unknown unknown -> new Admission.Permit(this, null, false);
			case SharedSlots.Claim.UsedUp(Duration askAgain) -> {
				lock.lock();
				try {
					// Other attempts in progress may still return their slots.
					if (underWay == 1) {
						usedUpUntil = clock.instant().plus(askAgain);
					}
					announceUntil = clock.instant().plus(slots.lifetime());
					underWay--;
					settled.signalAll();
				}
				finally {
					lock.unlock();
				}
				yield new Admission.Refused(atLeastASecond(askAgain));
			}
		};
	}

	private Optional<Duration> waitForOthers() {
		if (!waiters.tryAcquire()) {
			return Optional.of(untilRefill());
		}
		long left = PATIENCE.toNanos();
		try {
			while (free() <= 0) {
				if (wrong.getAvailableTokens() <= 0 || left <= 0) {
					return Optional.of(untilRefill());
				}
				left = settled.awaitNanos(left);
			}
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.of(untilRefill());
		}
		finally {
			waiters.release();
		}
	}

	private long free() {
		return wrong.getAvailableTokens() - underWay;
	}

	private Duration untilRefill() {
		return atLeastASecond(Duration.ofNanos(wrong.estimateAbilityToConsume(1).getNanosToWaitForRefill()));
	}

	private static Duration atLeastASecond(Duration wait) {
		return wait.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : wait;
	}

	private void settle(Admission.Permit permit, boolean wrongGuess, SharedSlots.TimeBudget budget) {
		lock.lock();
		try {
			underWay--;
			if (permit.unannounced()) {
				unannouncedUnderWay = false;
			}
			if (wrongGuess) {
				wrong.tryConsume(1);
				if (shared != null) {
					announceUntil = clock.instant().plus(shared.lifetime());
				}
			}
			settled.signalAll();
		}
		finally {
			lock.unlock();
		}
		if (shared == null) {
			return;
		}
		if (!wrongGuess && permit.claimed() != null) {
			shared.release(permit.claimed(), budget);
		}
		else if (wrongGuess && permit.unannounced()) {
			shared.claimAfterwards(budget);
		}
	}

}
