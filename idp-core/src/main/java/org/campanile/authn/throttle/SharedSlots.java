package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;

/**
 * The slots for wrong guesses at one name, or from one network, that all nodes share. A
 * slot is a value in the one-time store that ends a little more than a period after it
 * was claimed, so that at most as many claims as there are slots succeed in any period.
 * The last slot is kept for wrong guesses that were made without claiming one.
 * Thread-safe.
 */
final class SharedSlots {

	static final String KIND = "login-guess";

	/**
	 * A slot outlives the period by this much, since the bind follows the claim and the
	 * clocks of nodes differ.
	 */
	private static final Duration MARGIN = Duration.ofSeconds(5);

	/**
	 * Slots that other nodes' tries hold may be given back in a moment, and a user with
	 * the right password should not wait for longer than that.
	 */
	private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

	private static final byte[] TAKEN = { 1 };

	private final Store store;

	private final String key;

	private final int slots;

	private final Duration period;

	private final AtomicInteger next = new AtomicInteger();

	/**
	 * @param key the name or network that the guesses are counted for
	 * @param slots how many slots there are, at least 2
	 * @param period the period in which no more than that many are claimed
	 */
	SharedSlots(Store store, String key, int slots, Duration period) {
		this.store = store;
		this.key = key;
		this.slots = slots;
		this.period = period;
	}

	sealed interface Claim {

		/** A slot was claimed; it is held until it is released or expires. */
		record Claimed(String slot) implements Claim {
		}

		/** All slots are taken; the next query may be made after that time. */
		record UsedUp(Duration askAgain) implements Claim {
		}

		/** The store did not answer. */
		record Unknown() implements Claim {
		}

	}

	/**
	 * The time that the store may take for one attempt, over all slots that are queried.
	 * It is not queried again once that time is up or it has failed: an attempt at a
	 * password must not miss the directory's deadline because the store stalls. Only time
	 * spent on the store counts. The last query may exceed the time by its own deadline.
	 * Thread-safe.
	 */
	static final class TimeBudget {

		private final AtomicLong nanosLeft = new AtomicLong(Duration.ofSeconds(1).toNanos());

	}

	/**
	 * The store as throttling uses it: its failures are counted and otherwise ignored,
	 * since each node's own counters go on. Nothing waits for it beyond its deadline.
	 */
	static final class Store {

		private final OneTimeStore store;

		private final InstantSource clock;

		private final Counter failures;

		Store(OneTimeStore store, InstantSource clock, MeterRegistry registry) {
			this.store = store;
			this.clock = clock;
			this.failures = Counter.builder("campanile.authentication.throttle.store.failures")
				.description("Wrong guesses that could not be compared with those on other nodes")
				.register(registry);
		}

		private boolean put(String slot, Duration lifetime, TimeBudget budget) throws StoreUnavailableException {
			return within(budget, () -> store.put(KIND, slot, TAKEN, clock.instant().plus(lifetime)));
		}

		private void take(String slot, TimeBudget budget) {
			try {
				within(budget, () -> store.take(KIND, slot));
			}
			catch (StoreUnavailableException ex) {
				failures.increment();
			}
		}

		private <T> T within(TimeBudget budget, StoreWaitBudget.Operation<T> operation)
				throws StoreUnavailableException {
			if (budget.nanosLeft.get() <= 0) {
				throw new StoreUnavailableException("too slow for throttling");
			}
			Instant begun = clock.instant();
			try {
				T answer = StoreWaitBudget.withoutWaiting(operation);
				budget.nanosLeft.addAndGet(-Duration.between(begun, clock.instant()).toNanos());
				return answer;
			}
			catch (StoreUnavailableException ex) {
				budget.nanosLeft.set(0);
				throw ex;
			}
		}

	}

	/** Returns how long a claimed slot is held. */
	Duration lifetime() {
		return period.plus(MARGIN);
	}

	/**
	 * Claims a slot before a try is made. A store that is slow counts as one that does
	 * not answer.
	 */
	Claim claim(TimeBudget budget) {
		int usable = slots - 1;
		int start = next.get();
		try {
			for (int i = 0; i < usable; i++) {
				int index = Math.floorMod(start + i, usable);
				String slot = slot(index);
				if (store.put(slot, lifetime(), budget)) {
					next.set(index + 1);
					return new Claim.Claimed(slot);
				}
			}
		}
		catch (StoreUnavailableException ex) {
			store.failures.increment();
			return new Claim.Unknown();
		}
		return new Claim.UsedUp(ASK_AGAIN);
	}

	/**
	 * Claims a slot, if there is one, for a wrong guess that was made without one. If the
	 * store fails, only this node's own counters know of the guess.
	 */
	void claimAfterwards(TimeBudget budget) {
		try {
			if (!store.put(slot(slots - 1), lifetime(), budget)) {
				claim(budget);
			}
		}
		catch (StoreUnavailableException ex) {
			store.failures.increment();
		}
	}

	/** Gives a slot back: its try was not a wrong guess. */
	void release(String slot, TimeBudget budget) {
		store.take(slot, budget);
	}

	private String slot(int index) {
		return index + " " + key;
	}

}
