package org.campanile.authn;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;

/**
 * Bounds wrong tries for each account and for each address. A try at an account holds its
 * token while it is under way, so that a hundred guesses in parallel get no more tries
 * than a hundred in a row. An address may stand for a whole campus behind one gateway:
 * there only known wrong guesses count, and what parallel ones overdraw is owed.
 * Thread-safe.
 */
public final class LoginThrottle {

	private static final int MAX_WAITERS = 64;

	private final InstantSource clock;

	private final ThrottleSettings settings;

	private final Semaphore waiters = new Semaphore(MAX_WAITERS);

	private final Cache<String, AccountTries> accounts;

	private final Cache<String, Bucket> networks;

	public LoginThrottle(ThrottleSettings settings, InstantSource clock) {
		this.settings = settings;
		this.clock = clock;
		// What was left alone for two periods owes nothing and need not be remembered.
		this.accounts = remember(settings.user().period()).build();
		this.networks = remember(settings.address().period()).build();
	}

	/** How many tries wait at this moment for others at the same account to end. */
	public int waiting() {
		return MAX_WAITERS - waiters.availablePermits();
	}

	private Caffeine<Object, Object> remember(Duration period) {
		return Caffeine.newBuilder()
			.maximumSize(settings.maxTracked())
			.expireAfterAccess(period.multipliedBy(2))
			.ticker(this::nanos);
	}

	/**
	 * Begins a try. May wait a moment for other tries at the same account to end.
	 * @param address the client's address
	 * @param username the name typed, in canonical form
	 */
	public Attempt begin(String address, String username) {
		Bucket network = networks.get(network(address), key -> bucket(settings.address()));
		Attempt attempt = new Attempt(network);
		if (network.getAvailableTokens() <= 0) {
			attempt
				.refuse(Duration.ofNanos(Math.max(1, network.estimateAbilityToConsume(1).getNanosToWaitForRefill())));
		}
		else {
			attempt.alsoAgainst(username);
		}
		return attempt;
	}

	private long nanos() {
		Instant now = clock.instant();
		return now.getEpochSecond() * 1_000_000_000L + now.getNano();
	}

	private Bucket bucket(ThrottleSettings.Limit limit) {
		long burst = limit.tries() / 2;
		return Bucket.builder()
			.addLimit(bandwidth -> bandwidth.capacity(burst).refillGreedy(limit.tries() - burst, limit.period()))
			.withCustomTimePrecision(new ClockMeter())
			.build();
	}

	private static String network(String address) {
		try {
			if (InetAddress.ofLiteral(address) instanceof Inet6Address v6) {
				return HexFormat.of().formatHex(Arrays.copyOf(v6.getAddress(), 8));
			}
		}
		catch (IllegalArgumentException ex) {
			// No address literal: the text itself is the key.
			return address;
		}
		return address;
	}

	/** One try at a password. Thread-safe. */
	public final class Attempt {

		private final Bucket network;

		private final Map<String, AccountTries> held = new LinkedHashMap<>();

		private Optional<Duration> refusal = Optional.empty();

		private boolean settled;

		private Attempt(Bucket network) {
			this.network = network;
		}

		/** How long to wait, if this try may not be made. */
		public synchronized Optional<Duration> refusal() {
			return refusal;
		}

		/**
		 * Counts the try against a further name too, once it is known that the name typed
		 * leads there.
		 * @param account a name in canonical form
		 * @return how long to wait, if this try may not be made
		 */
		public Optional<Duration> alsoAgainst(String account) {
			if (!wanting(account)) {
				return answer();
			}
			// Not under this object's lock: the one who settles must not wait for this.
			AccountTries tries = accounts.get(account, key -> new AccountTries(bucket(settings.user()), waiters));
			Optional<Duration> refused = tries.begin();
			if (refused.isPresent()) {
				refuse(refused.get());
			}
			else {
				hold(account, tries);
			}
			return refusal();
		}

		/** Once settled, a try may not be made any more. */
		private synchronized Optional<Duration> answer() {
			return refusal.isPresent() || !settled ? refusal : Optional.of(Duration.ofSeconds(1));
		}

		private synchronized boolean wanting(String account) {
			return !settled && !held.containsKey(account);
		}

		private synchronized void hold(String account, AccountTries tries) {
			if (settled) {
				// The caller has given up meanwhile; nobody waits for a further guess.
				tries.settle(false);
				refuse(Duration.ofSeconds(1));
			}
			else {
				held.put(account, tries);
			}
		}

		private synchronized void refuse(Duration retryAfter) {
			settle(false);
			refusal = Optional.of(retryAfter);
		}

		/** The try was no wrong guess: it does not count. */
		public void forgive() {
			settle(false);
		}

		/** The try was a wrong guess: it counts. */
		public void count() {
			settle(true);
		}

		private synchronized void settle(boolean wrongGuess) {
			if (settled) {
				return;
			}
			settled = true;
			held.values().forEach(tries -> tries.settle(wrongGuess));
			if (wrongGuess) {
				network.consumeIgnoringRateLimits(1);
			}
		}

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
