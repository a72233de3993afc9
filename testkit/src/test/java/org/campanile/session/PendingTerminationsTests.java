package org.campanile.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PendingTerminationsTests {

	private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

	private final MutableClock clock = new MutableClock(START);

	private final PendingTerminations pending = new PendingTerminations(clock);

	private final List<SessionKey> asked = new ArrayList<>();

	private final PendingTerminations.End ask = (key, waiting) -> asked.add(key);

	@Test
	void whenTheStoreAnswersThenAllEndOnce() {
		pending.add(key(1), until(START.plusSeconds(60)));
		pending.add(key(2), until(START.plusSeconds(60)));
		pending.add(key(2), until(START.plusSeconds(60)));
		pending.retry(ask);
		pending.retry(ask);
		assertThat(asked).containsExactlyInAnyOrder(key(1), key(2));
		assertThat(pending.size()).isZero();
	}

	@Test
	void whenTheStoreIsStillAwayThenGivenUpAfterAFewAndTriedAgain() {
		for (int i = 0; i < 100; i++) {
			pending.add(key(i), until(START.plusSeconds(60)));
		}
		pending.retry((key, waiting) -> {
			asked.add(key);
			throw new StoreUnavailableException("away");
		});
		assertThat(asked).hasSize(3);
		assertThat(pending.size()).isEqualTo(100);
		pending.retry(ask);
		assertThat(pending.size()).isZero();
	}

	@Test
	void whenASessionHasRunOutThenForgotten() {
		pending.add(key(1), until(START.plusSeconds(60)));
		clock.advance(Duration.ofSeconds(60));
		pending.retry(ask);
		assertThat(asked).isEmpty();
		assertThat(pending.contains(key(1))).isFalse();
	}

	@Test
	void whenTooManyWaitThenNoMoreAreTaken() {
		for (int i = 0; i < PendingTerminations.MAX; i++) {
			assertThat(pending.add(key(i), until(START))).isTrue();
		}
		assertThat(pending.add(key(PendingTerminations.MAX), until(START))).isFalse();
		assertThat(pending.add(key(0), until(START))).as("it waits already").isTrue();
	}

	private static PendingTerminations.Waiting until(Instant end) {
		return new PendingTerminations.Waiting(end, false, Optional.empty(), service -> false);
	}

	private static SessionKey key(int number) {
		return new SessionKey(String.format(Locale.ROOT, "%064x", number));
	}

}
