package org.campanile.testkit.session;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.testkit.Race;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of a backend that removes expired sessions itself, in addition to
 * {@link SessionStoreContract}.
 */
public abstract class SessionPurgeContract extends SessionStoreHarness {

	/**
	 * One run of the purge on the node of that store.
	 * @return how many sessions it removed; none if another node is purging
	 */
	protected abstract int purge(SessionStore store) throws Exception;

	/** How many sessions one run removes at most. */
	protected abstract int budget();

	/** How many sessions are stored, expired ones too. */
	protected abstract long stored() throws Exception;

	@Test
	void whenPurgedThenTheExpiredGoAndTheLiveStay() throws Exception {
		for (int i = 0; i < 40; i++) {
			here.create(session("a" + i, bytes("state"), service("one"), service("two")));
		}
		for (int i = 0; i < 40; i += 2) {
			here.touch(key("a" + i), START.plus(LIFETIME));
		}
		settle(here);
		clock.advance(IDLE.minus(INSTANT));
		assertThat(purge(here)).isZero();
		clock.advance(INSTANT);
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isEqualTo(20);
		for (int i = 0; i < 40; i++) {
			assertThat(there.find(key("a" + i)).isPresent()).isEqualTo(i % 2 == 0);
		}
		clock.set(START.plus(LIFETIME));
		assertThat(purgeAll()).isEqualTo(20);
		assertThat(stored()).isZero();
	}

	@Test
	void whenThereIsMoreThanTheBudgetThenARunKeepsIt() throws Exception {
		int sessions = budget() + 7;
		Race.run(8, number -> {
			for (int i = number; i < sessions; i += 8) {
				node(number).create(session("a" + i));
			}
			return true;
		});
		clock.advance(IDLE);
		assertThat(purge(here)).isPositive().isLessThanOrEqualTo(budget());
		assertThat(stored()).isGreaterThanOrEqualTo(7);
		purgeAll();
		assertThat(stored()).isZero();
	}

	@Test
	void whenTwoPurgeDuringTrafficThenOnlyTheExpiredGoAndNothingFails() throws Exception {
		int expired = 300;
		for (int i = 0; i < expired; i++) {
			here.create(session("old " + i, bytes("state"), service("one")));
		}
		clock.advance(IDLE);
		AtomicInteger purged = new AtomicInteger();
		List<Integer> kept = Race.run(8, number -> {
			if (number < 2) {
				for (int i = 0; i < 20; i++) {
					purged.addAndGet(purge(node(number)));
				}
				return 0;
			}
			return traffic(number);
		});
		purged.addAndGet(purgeAll());
		int live = kept.stream().mapToInt(Integer::intValue).sum();
		// Sixty of the expired ones were replaced instead of purged.
		assertThat(purged.get()).isBetween(expired - 60, expired);
		assertThat(stored()).isEqualTo(live);
		assertThat(here.findByPrincipal(hash("person"), SessionKey.FIRST, SessionStore.MAX_PAGE)).hasSize(live);
	}

	/** Everything that happens to sessions, and to some that have expired. */
	private int traffic(int number) throws Exception {
		int live = 0;
		for (int i = 0; i < 40; i++) {
			StoredSession session = session("new " + number + ' ' + i);
			assertThat(node(i).create(session)).isTrue();
			assertThat(node(i + 1).addService(session.key(), service("one"))).isTrue();
			node(i).touch(session.key(), session.expiresAt());
			assertThat(node(i).find(session.key())).isPresent();
			if (i % 2 == 0) {
				assertThat(node(i).end(session.key())).isPresent();
			}
			else {
				live++;
			}
			assertThat(node(i).addService(key("old " + (number * 40 + i)), service("two"))).isFalse();
		}
		for (int i = 0; i < 10; i++) {
			assertThat(node(i).create(session("old " + ((number - 2) * 10 + i)))).isTrue();
			live++;
		}
		return live;
	}

	private int purgeAll() throws Exception {
		int all = 0;
		int last;
		do {
			last = purge(here);
			all += last;
		}
		while (last > 0);
		return all;
	}

}
