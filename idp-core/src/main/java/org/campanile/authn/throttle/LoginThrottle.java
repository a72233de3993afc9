package org.campanile.authn.throttle;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.onetime.OneTimeStore;

/**
 * Bounds wrong guesses at passwords and further factors. Thread-safe.
 * <p>
 * <b>Names.</b> A try counts against the name typed, which may not exist, and a refusal
 * there is shown. Once the directory has found the account, the try counts against the
 * account as well, which may have other names; a refusal there must look like a wrong
 * password, or it would reveal that the name exists. Guesses at accounts are shared over
 * all nodes through the one-time store.
 * <p>
 * <b>Shares.</b> One network may use no more than a share of the guesses at a name that
 * all strangers together have, so that it cannot lock the owner out. Nor may one site,
 * the IPv6 /48 in which a customer may have many networks. A browser that has signed in
 * to an account before is counted separately.
 * <p>
 * <b>Networks.</b> Wrong guesses and throttled attempts count against their network;
 * those of browsers known to the name only when throttled. An attacker gains nothing by
 * those: the same refusals can be caused from that network without a known browser.
 * <p>
 * An attempt holds its tokens while it is in progress, so that parallel guesses get no
 * more attempts than sequential ones.
 */
public final class LoginThrottle {

	private static final int MAX_WAITERS = 64;

	/** The number of slots that the nodes share for one network. */
	private static final int NETWORK_SLOTS = 6;

	private final InstantSource clock;

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

	/**
	 * @param store where nodes share their counts; while it fails, each node goes by its
	 * own counts
	 */
	public LoginThrottle(ThrottleSettings settings, InstantSource clock, OneTimeStore store, MeterRegistry registry) {
		this.settings = settings;
		this.clock = clock;
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
	private record Key(String scope, String name) {

		String text() {
			return scope + ' ' + name;
		}

	}

	/** Returns how many attempts are waiting for others at the same name to end. */
	public int waiting() {
		return MAX_WAITERS - waiters.availablePermits();
	}

	private <K, V> Cache<K, V> remember(Duration period) {
		return Caffeine.newBuilder()
			.maximumSize(settings.maxTracked())
			.expireAfterAccess(period.multipliedBy(2))
			.ticker(this::nanos)
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Begins a try. May wait a moment for other tries at the same name to end.
	 * @param username the name typed
	 */
	public Attempt begin(LoginOrigin origin, String username) {
		Attempt attempt = new Attempt(origin, KnownBrowser.comparable(username));
		attempt.begin();
		return attempt;
	}

	/**
	 * Begins a try at a further factor. It counts against the user and that kind of
	 * factor alone, neither with tries at the password nor against the network, because
	 * the user has proven the first factor. May wait as
	 * {@link #begin(LoginOrigin, String)}.
	 * @param principal the user's canonical name
	 */
	public Attempt begin(LoginOrigin origin, FactorKind kind, String principal) {
		Attempt attempt = new Attempt(origin, KnownBrowser.comparable(principal));
		attempt.begin(kind);
		return attempt;
	}

	private long nanos() {
		Instant now = clock.instant();
		return now.getEpochSecond() * 1_000_000_000L + now.getNano();
	}

	private Bucket bucket(ThrottleSettings.Limit limit) {
		return bucket(limit.tries() / 2, limit.tries() - limit.tries() / 2, limit.period());
	}

	private Bucket bucket(long burst, long refill, Duration period) {
		return Bucket.builder()
			.addLimit(bandwidth -> bandwidth.capacity(burst).refillGreedy(refill, period))
			.withCustomTimePrecision(new ClockMeter())
			.build();
	}

	private GuessCounter nameCounter(Key key, ThrottleSettings.Limit limit) {
		return names.get(key, missing -> new GuessCounter(bucket(limit), waiters, clock, null));
	}

	private GuessCounter accountCounter(Key key, ThrottleSettings.Limit limit) {
		Cache<Key, GuessCounter> counters = key.scope().isEmpty() ? accounts : accountShares;
		return counters.get(key, missing -> new GuessCounter(bucket(limit), waiters, clock,
				new SharedSlots(store, "account " + key.text(), limit.tries(), limit.period())));
	}

	/**
	 * Creates a counter whose attempts may all come at once, as a user who mistypes a
	 * code has the next one soon; the slots ensure that there are no more in any period.
	 */
	private GuessCounter factorCounter(Key key, ThrottleSettings.Limit limit) {
		return accounts.get(key, missing -> new GuessCounter(bucket(limit.tries(), limit.tries(), limit.period()),
				waiters, clock, new SharedSlots(store, "account " + key.text(), limit.tries(), limit.period())));
	}

	private NetworkCounter networkCounter(String network) {
		ThrottleSettings.Limit limit = settings.address();
		return networks.get(network,
				missing -> new NetworkCounter(bucket(limit), clock,
						new SharedSlots(store, "network " + network, NETWORK_SLOTS + 1, limit.period()),
						Math.max(1, limit.tries() / NETWORK_SLOTS)));
	}

	/**
	 * The network and site of an address.
	 *
	 * @param network the address itself, or the /64 of an IPv6 address
	 * @param site the /48 of an IPv6 address
	 */
	private record Place(String network, Optional<String> site) {

		static Place of(String address) {
			try {
				if (InetAddress.ofLiteral(address) instanceof Inet6Address v6) {
					HexFormat hex = HexFormat.of();
					return new Place(hex.formatHex(v6.getAddress(), 0, 8),
							Optional.of(hex.formatHex(v6.getAddress(), 0, 6)));
				}
			}
			catch (IllegalArgumentException ex) {
				// Not an address literal: the text itself is the key.
			}
			return new Place(address, Optional.empty());
		}

	}

	/** An attempt to prove a factor. Thread-safe. */
	public final class Attempt {

		private final LoginOrigin origin;

		private final Place place;

		private final String typed;

		/**
		 * The time budget for all calls of the store before the bind; most of them
		 * overlap with the directory's own search.
		 */
		private final SharedSlots.TimeBudget budget = new SharedSlots.TimeBudget();

		private final List<GuessCounter.Admission.Permit> permits = new ArrayList<>();

		private final Set<String> accountsAsked = new HashSet<>();

		private boolean stranger;

		private Optional<Duration> refusal = Optional.empty();

		private boolean settled;

		private Attempt(LoginOrigin origin, String typed) {
			this.origin = origin;
			this.place = Place.of(origin.address());
			this.typed = typed;
		}

		private void begin() {
			Optional<String> counterKey = counterKey(typed);
			stranger = counterKey.isEmpty();
			refusal = stranger ? networkCounter(place.network()).refusal(budget) : Optional.empty();
			if (refusal.isEmpty()) {
				refusal = acquire(typed, counterKey, LoginThrottle.this::nameCounter);
				refusal.ifPresent(wait -> networkCounter(place.network()).countThrottled());
			}
			settled = refusal.isPresent();
		}

		private void begin(FactorKind kind) {
			// No name contains a line break, so none shares this key. A browser is known
			// once it has proven the password, as this one has: it must not give each
			// login
			// a counter of its own.
			refusal = acquire(List.of(factorCounter(new Key("", kind.code() + '\n' + typed), settings.factor())));
			settled = refusal.isPresent();
		}

		/** Returns how long to wait, if this attempt is not permitted; may be shown. */
		public Optional<Duration> refusal() {
			return refusal;
		}

		/**
		 * Counts the try against the account that the name typed leads to.
		 * @param account the canonical name
		 * @return whether a password may be tried there; must not be shown
		 */
		public boolean permits(String account) {
			String name = KnownBrowser.comparable(account);
			synchronized (this) {
				if (settled || !accountsAsked.add(name)) {
					return !settled;
				}
			}
			// Not under this object's lock: settling the try must not wait for it.
			boolean permitted = acquire(name, counterKey(name).or(() -> counterKey(typed)),
					LoginThrottle.this::accountCounter)
				.isEmpty();
			// A wrong password of a stranger counts as a wrong guess.
			if (!permitted && !stranger) {
				networkCounter(place.network()).countThrottled();
			}
			return permitted;
		}

		private Optional<String> counterKey(String name) {
			return origin.browser().flatMap(browser -> browser.counterKey(name));
		}

		/** Gets all permits that a name takes, or none. */
		private Optional<Duration> acquire(String name, Optional<String> counterKey,
				BiFunction<Key, ThrottleSettings.Limit, GuessCounter> counters) {
			if (counterKey.isPresent()) {
				return acquire(List.of(counters.apply(new Key("browser " + counterKey.get(), name), settings.user())));
			}
			List<GuessCounter> shares = new ArrayList<>();
			shares.add(counters.apply(new Key("network " + place.network(), name), settings.userFromOneNetwork()));
			place.site()
				.map(site -> counters.apply(new Key("site " + site, name), settings.userFromOneSite()))
				.ifPresent(shares::add);
			shares.add(counters.apply(new Key("", name), settings.user()));
			return acquire(shares);
		}

		private Optional<Duration> acquire(List<GuessCounter> counters) {
			List<GuessCounter.Admission.Permit> acquired = new ArrayList<>();
			for (GuessCounter counter : counters) {
				switch (counter.begin(budget)) {
					case GuessCounter.Admission.Permit permit -> acquired.add(permit);
					case GuessCounter.Admission.Refused(Duration retryAfter) -> {
						giveBack(acquired);
						return Optional.of(retryAfter);
					}
				}
			}
			if (hold(acquired)) {
				return Optional.empty();
			}
			// The caller has given up meanwhile and makes no further guess.
			giveBack(acquired);
			return Optional.of(Duration.ofSeconds(1));
		}

		private void giveBack(List<GuessCounter.Admission.Permit> acquired) {
			acquired.forEach(permit -> permit.settle(false, budget));
		}

		private synchronized boolean hold(List<GuessCounter.Admission.Permit> acquired) {
			return !settled && permits.addAll(acquired);
		}

		/**
		 * Verifies a factor, unless this try may not be made: a wrong guess counts.
		 * @return {@link Verdict.Throttled} if it may not
		 */
		public <E extends Exception> Verdict verify(Check<E> check) throws E {
			if (refusal.isPresent()) {
				return new Verdict.Throttled(refusal.get());
			}
			boolean wrong = false;
			try {
				Verdict verdict = check.verify();
				wrong = verdict instanceof Verdict.Rejected rejected
						&& rejected.reason() == Verdict.Reason.BAD_CREDENTIALS;
				return verdict;
			}
			finally {
				settle(wrong);
			}
		}

		/** The try was not a wrong guess: it does not count. */
		public void forgive() {
			settle(false);
		}

		/** The try was a wrong guess: it counts. */
		public void count() {
			settle(true);
		}

		private void settle(boolean wrongGuess) {
			synchronized (this) {
				if (settled) {
					return;
				}
				settled = true;
			}
			SharedSlots.TimeBudget afterwards = new SharedSlots.TimeBudget();
			permits.forEach(permit -> permit.settle(wrongGuess, afterwards));
			if (wrongGuess && stranger) {
				networkCounter(place.network()).countGuess();
			}
		}

	}

	/**
	 * Verifies a submission.
	 *
	 * @param <E> thrown if it cannot be verified
	 */
	@FunctionalInterface
	public interface Check<E extends Exception> {

		Verdict verify() throws E;

	}

	private final class ClockMeter implements TimeMeter {

		@Override
		public long currentTimeNanos() {
			return nanos();
		}

		@Override
		public boolean isWallClockBased() {
			return true;
		}

	}

}
