package org.campanile.validation;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests who may answer a challenge, and how often. */
class TransactionsTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final Transactions transactions = new Transactions(new HeapOneTimeStore(clock, new HashMap<>()),
			SessionFixtures.sealer(1), Duration.ofMinutes(2), clock, new SecureRandom());

	private final Transactions.Begun begun = new Transactions.Begun("alice",
			new Factor(FactorKind.PASSWORD, clock.instant()));

	private String transaction = "";

	@BeforeEach
	void begin() throws Exception {
		transaction = transactions.begin("vpn", "campus", "alice", begun);
	}

	@Test
	void whenTheSameClientAnswersThenOnce() throws Exception {
		assertThat(transactions.take(transaction, "vpn", "campus", "alice")).contains(begun);
		assertThat(transactions.take(transaction, "vpn", "campus", "alice")).isEmpty();
	}

	@Test
	void whenItIsOfAnotherClientThenNoneAndUsedUp() throws Exception {
		assertThat(transactions.take(transaction, "doors", "campus", "alice")).isEmpty();
		assertThat(transactions.take(transaction, "vpn", "campus", "alice")).isEmpty();
	}

	@Test
	void whenItIsOfAnotherRealmThenNone() throws Exception {
		assertThat(transactions.take(transaction, "vpn", "guests", "alice")).isEmpty();
	}

	@Test
	void whenItIsOfAnotherUserThenNone() throws Exception {
		assertThat(transactions.take(transaction, "vpn", "campus", "bob")).isEmpty();
	}

	@Test
	void whenItsTimeIsOverThenNone() throws Exception {
		clock.advance(Duration.ofMinutes(2));
		assertThat(transactions.take(transaction, "vpn", "campus", "alice")).isEmpty();
	}

}
