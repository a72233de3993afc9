package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.store.StoreWaitBudget;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.onetime.InterceptedOneTimeStore;

import static org.assertj.core.api.Assertions.assertThat;

class SharedSlotsTests {

	private static final int SLOTS = 10;

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-20T08:00:00Z"));

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final OneTimeStore heap = new HeapOneTimeStore(clock, new HashMap<>());

	@Test
	void whenAllSlotsAreTakenThenTheyAreUsedUpAndEachWasAskedForOnce() {
		SharedSlots others = slots(heap);
		for (int i = 0; i < SLOTS - 1; i++) {
			assertThat(others.claim(new SharedSlots.TimeBudget())).isInstanceOf(SharedSlots.Claim.Claimed.class);
		}
		CountingOneTimeStore store = new CountingOneTimeStore(heap);
		assertThat(slots(store).claim(new SharedSlots.TimeBudget())).isInstanceOf(SharedSlots.Claim.UsedUp.class);
		assertThat(store.operations()).hasSize(SLOTS - 1);
		assertThat(failures()).isZero();
	}

	@Test
	void whenTheStoreIsSlowThenAClaimDoesNotAddUpItsCalls() {
		SharedSlots others = slots(heap);
		for (int i = 0; i < SLOTS - 1; i++) {
			others.claim(new SharedSlots.TimeBudget());
		}
		CountingOneTimeStore store = new CountingOneTimeStore(
				new InterceptedOneTimeStore(heap, operation -> clock.advance(Duration.ofMillis(600))));
		assertThat(slots(store).claim(new SharedSlots.TimeBudget())).isInstanceOf(SharedSlots.Claim.Unknown.class);
		assertThat(store.operations()).hasSize(2);
		assertThat(failures()).isOne();
		others.claimAfterwards(new SharedSlots.TimeBudget());
		store.forget();
		slots(store).claimAfterwards(new SharedSlots.TimeBudget());
		assertThat(store.operations()).as("one for the last slot, one for another").hasSize(2);
	}

	@Test
	void whenTheStoreDoesNotAnswerThenTheRequestDoesNotWaitForIt() throws Exception {
		AtomicBoolean waited = new AtomicBoolean();
		StoreWaitBudget patience = new StoreWaitBudget(Duration.ofMinutes(1), new StoreWaitBudget.Waiting() {
			@Override
			public boolean begin() {
				waited.set(true);
				return false;
			}

			@Override
			public void end() {
			}

			@Override
			public void giveUp() {
			}
		});
		// Waits within the request, like the guard of the real stores.
		SharedSlots slots = slots(new InterceptedOneTimeStore(heap, operation -> StoreWaitBudget.repeated(() -> {
			throw new StoreUnavailableException("down");
		})));
		SharedSlots.Claim claim = patience.serve(() -> {
			slots.claimAfterwards(new SharedSlots.TimeBudget());
			slots.release("0 alice", new SharedSlots.TimeBudget());
			return slots.claim(new SharedSlots.TimeBudget());
		});
		assertThat(claim).isInstanceOf(SharedSlots.Claim.Unknown.class);
		assertThat(waited).isFalse();
		assertThat(failures()).isEqualTo(3);
	}

	private SharedSlots slots(OneTimeStore store) {
		return new SharedSlots(new SharedSlots.Store(store, clock, registry), "alice", SLOTS, Duration.ofMinutes(1));
	}

	private double failures() {
		return registry.get("campanile.authentication.throttle.store.failures").counter().count();
	}

}
