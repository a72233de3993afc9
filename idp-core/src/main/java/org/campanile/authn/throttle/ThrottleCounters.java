package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.guard.SteadyClock;
import org.campanile.onetime.OneTimeStore;

/**
 * The counters of names, accounts and networks, each kept while it is in use, and of each
 * kind no more than the settings permit. Thread-safe.
 */
final class ThrottleCounters {

	private static final int MAX_WAITERS = 64;

	/** The number of slots that the nodes share for one network. */
	private static final int NETWORK_SLOTS = 6;

	private final SteadyClock clock;

	private final ThrottleSettings settings;

	private final SharedSlots.Store store;

	private final Semaphore waiters = new Semaphore(MAX_WAITERS);

	/**
	 * The counters of typed names. Separate from those of accounts, so that a flood of
	 * made-up names evicts no account's counter.
	 */
	private final Cache<Key, GuessCounter> names;

	private final Cache<Key, GuessCounter> accounts;

	/**
	 * The counters of accounts by network, site or browser. Separate from the counters of
	 * whole accounts, which guesses from many networks would otherwise evict.
	 */
	private final Cache<Key, GuessCounter> accountShares;

	private final Cache<String, NetworkCounter> networks;

	ThrottleCounters(ThrottleSettings settings, InstantSource clock, OneTimeStore store, MeterRegistry registry) {
		this.settings = settings;
		this.clock = new SteadyClock(clock);
		// Other nodes see when a slot expires, so the wall clock sets it.
		this.store = new SharedSlots.Store(store, clock, registry);
		// A counter unused for two periods is full again and need not be kept.
		this.names = remember(settings.user().period());
		this.accounts = remember(Collections.max(List.of(settings.user().period(), settings.factor().period())));
		this.accountShares = remember(settings.user().period());
		this.networks = remember(settings.address().period());
	}

	/**
	 * The key of a counter: a name in a scope.
	 *
	 * @param scope the network, site or browser it is for; empty for all
	 */
	record Key(String scope, String name) {

		String text() {
			return scope + ' ' + name;
		}

	}

	private <K, V> Cache<K, V> remember(Duration period) {
		return Caffeine.newBuilder()
			.maximumSize(settings.maxTracked())
			.expireAfterAccess(period.multipliedBy(2))
			.ticker(clock::currentTimeNanos)
			.executor(Runnable::run)
			.build();
	}

	/** Returns how many attempts are waiting for others at the same name to end. */
	int waiting() {
		return MAX_WAITERS - waiters.availablePermits();
	}

	GuessCounter name(Key key, ThrottleSettings.Limit limit) {
		return names.get(key, missing -> new GuessCounter(bucket(limit), waiters, clock, null));
	}

	GuessCounter account(Key key, ThrottleSettings.Limit limit) {
		Cache<Key, GuessCounter> counters = key.scope().isEmpty() ? accounts : accountShares;
		return counters.get(key, missing -> new GuessCounter(bucket(limit), waiters, clock,
				new SharedSlots(store, "account " + key.text(), limit.tries(), limit.period())));
	}

	/**
	 * Returns a counter whose attempts may all come at once, as a user who mistypes a
	 * code has the next one soon; the slots ensure that there are no more in any period.
	 */
	GuessCounter factor(Key key, ThrottleSettings.Limit limit) {
		return accounts.get(key, missing -> new GuessCounter(bucket(limit.tries(), limit.tries(), limit.period()),
				waiters, clock, new SharedSlots(store, "account " + key.text(), limit.tries(), limit.period())));
	}

	NetworkCounter network(String network) {
		ThrottleSettings.Limit limit = settings.address();
		return networks.get(network,
				missing -> new NetworkCounter(bucket(limit), clock,
						new SharedSlots(store, "network " + network, NETWORK_SLOTS + 1, limit.period()),
						Math.max(1, limit.tries() / NETWORK_SLOTS)));
	}

	private Bucket bucket(ThrottleSettings.Limit limit) {
		return bucket(limit.tries() / 2, limit.tries() - limit.tries() / 2, limit.period());
	}

	private Bucket bucket(long burst, long refill, Duration period) {
		return Bucket.builder()
			.addLimit(bandwidth -> bandwidth.capacity(burst).refillGreedy(refill, period))
			.withCustomTimePrecision(clock)
			.build();
	}

}
