package org.campanile.authn;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;

/**
 * Bounds wrong tries for each user and for each address. A try takes its token before the
 * directory is asked and gets it back if it was no wrong guess, so that a hundred guesses
 * in parallel get no more tries than a hundred in a row. Thread-safe.
 */
public final class LoginThrottle {

	private final InstantSource clock;

	private final ThrottleSettings settings;

	private final Cache<String, Bucket> users;

	private final Cache<String, Bucket> addresses;

	public LoginThrottle(ThrottleSettings settings, InstantSource clock) {
		this.settings = settings;
		this.clock = clock;
		this.users = cache(settings.user().period());
		this.addresses = cache(settings.address().period());
	}

	private Cache<String, Bucket> cache(Duration period) {
		// A bucket left alone for a whole period is full again and need not be
		// remembered.
		return Caffeine.newBuilder()
			.maximumSize(settings.maxTracked())
			.expireAfterAccess(period)
			.ticker(this::nanos)
			.build();
	}

	/**
	 * Begins a try.
	 * @param address the client's address
	 * @param username the name typed, in canonical form
	 */
	public Attempt begin(String address, String username) {
		Attempt attempt = new Attempt();
		attempt.take(addresses, network(address), settings.address());
		attempt.take(users, username, settings.user());
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

		private final List<Bucket> taken = new ArrayList<>();

		private final List<TokenKey> keys = new ArrayList<>();

		private Optional<Duration> refusal = Optional.empty();

		private boolean settled;

		private Attempt() {
		}

		/** How long to wait, if this try may not be made. */
		public synchronized Optional<Duration> refusal() {
			return refusal;
		}

		/**
		 * Counts the try against the account too, once that is known: several names may
		 * lead to one account.
		 * @param account the account's name in canonical form
		 * @return how long to wait, if this try may not be made
		 */
		public synchronized Optional<Duration> alsoAgainst(String account) {
			if (settled) {
				// The caller has given up; nobody waits for a further guess.
				return Optional.of(Duration.ofSeconds(1));
			}
			take(users, account, settings.user());
			return refusal;
		}

		/** The try was no wrong guess: it does not count. */
		public synchronized void forgive() {
			if (!settled) {
				settled = true;
				taken.forEach(bucket -> bucket.addTokens(1));
			}
		}

		/** The try was a wrong guess: it counts. */
		public synchronized void count() {
			settled = true;
		}

		private synchronized void take(Cache<String, Bucket> buckets, String key, ThrottleSettings.Limit limit) {
			TokenKey identity = new TokenKey(buckets, key);
			if (refusal.isPresent() || keys.contains(identity)) {
				return;
			}
			keys.add(identity);
			Bucket bucket = buckets.get(key, name -> bucket(limit));
			ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
			if (probe.isConsumed()) {
				taken.add(bucket);
			}
			else {
				forgive();
				refusal = Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
			}
		}

	}

	private record TokenKey(Cache<String, Bucket> buckets, String key) {
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
