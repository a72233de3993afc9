package org.campanile.web.audit;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import org.campanile.audit.AuditEvent;

/**
 * Makes two lines of a burst of throttled tries of one user from one address: that of the
 * first, at once, and after a minute one with the number of those that followed. Where
 * the users of an address are many, the tries of all further ones are one burst, with a
 * line at its end alone. Nobody is shown the code of a throttled try. What is remembered
 * is bounded; where there is more to remember, bursts end early. Thread-safe.
 */
final class ThrottledTries {

	private static final Duration PERIOD = Duration.ofMinutes(1);

	/** In characters. */
	private static final long MAX_WEIGHT = 4_000_000;

	/** So many users of an address have a burst of their own within a period. */
	private static final int USERS_OF_AN_ADDRESS = 5;

	private static final int MAX_ADDRESSES = 20_000;

	/** So many users one burst counts at most. */
	private static final int MAX_USERS = 1_000;

	/** How many users of an address have had a burst of their own in the period. */
	private final Cache<String, Integer> addresses;

	private final Cache<Key, Burst> bursts;

	private final Consumer<AuditEvent> log;

	/**
	 * @param log takes the lines that end bursts
	 */
	ThrottledTries(Consumer<AuditEvent> log, Ticker ticker) {
		this.log = log;
		this.addresses = Caffeine.newBuilder()
			.expireAfter(Expiry.<String, Integer>creating((address, users) -> PERIOD))
			.maximumSize(MAX_ADDRESSES)
			.executor(Runnable::run)
			.ticker(ticker)
			.build();
		this.bursts = Caffeine.newBuilder()
			.expireAfter(Expiry.<Key, Burst>creating((key, burst) -> PERIOD))
			.maximumWeight(MAX_WEIGHT)
			.weigher((Key key, Burst burst) -> burst.weight())
			.evictionListener((@Nullable Key key, @Nullable Burst burst, RemovalCause cause) -> end(burst))
			.executor(Runnable::run)
			.ticker(ticker)
			.build();
	}

	/**
	 * Whose tries.
	 *
	 * @param user as typed; null for further users of the address
	 */
	private record Key(@Nullable String user, String address) {
	}

	/**
	 * Tries that are reported together.
	 *
	 * @param repeated how many have no line of their own
	 * @param users those of a burst of an address, which changes only while the cache
	 * holds the key; empty for one user
	 * @param weight in characters
	 */
	private record Burst(AuditEvent first, int repeated, Set<String> users, int weight) {

		private static final int EACH = 200;

		static Burst of(AuditEvent first) {
			return new Burst(first, 0, Set.of(), weight(first));
		}

		static Burst ofAddress(AuditEvent first, String user) {
			return new Burst(first, 0, new HashSet<>(), weight(first)).with(user);
		}

		Burst again() {
			return new Burst(first, repeated + 1, users, weight);
		}

		Burst with(String user) {
			return new Burst(first, repeated + 1, users, weight + (users.add(user) ? EACH + user.length() : 0));
		}

		boolean hasRoomFor(String user) {
			return users.size() < MAX_USERS || users.contains(user);
		}

		private static int weight(AuditEvent event) {
			return EACH + event.fields().values().stream().mapToInt(String::length).sum();
		}

	}

	/** Whether it begins a burst, and so has a line of its own; counts it if not. */
	boolean isFirst(AuditEvent event) {
		String user = event.fields().getOrDefault("user", "");
		String address = event.fields().getOrDefault("address", "");
		Key key = new Key(user, address);
		if (bursts.asMap().computeIfPresent(key, (same, before) -> before.again()) != null) {
			return false;
		}
		if (Objects.requireNonNull(addresses.asMap().merge(address, 1, Integer::sum)) > USERS_OF_AN_ADDRESS) {
			bursts.asMap().compute(new Key(null, address), (same, before) -> ofAddress(before, event, user));
			return false;
		}
		Burst burst = bursts.asMap().compute(key, (same, before) -> before == null ? Burst.of(event) : before.again());
		return Objects.requireNonNull(burst).repeated() == 0;
	}

	private Burst ofAddress(@Nullable Burst before, AuditEvent event, String user) {
		if (before != null && before.hasRoomFor(user)) {
			return before.with(user);
		}
		end(before);
		return Burst.ofAddress(event, user);
	}

	/** Ends those whose minute is over. */
	void endOld() {
		bursts.cleanUp();
	}

	/** Ends all, before the server stops. */
	void endAll() {
		bursts.asMap().keySet().forEach(key -> end(bursts.asMap().remove(key)));
	}

	private void end(@Nullable Burst burst) {
		if (burst == null || burst.repeated() == 0) {
			return;
		}
		AuditEvent first = burst.first();
		Map<String, String> fields = new LinkedHashMap<>(first.fields());
		fields.put("repeated", Integer.toString(burst.repeated()));
		if (!burst.users().isEmpty()) {
			fields.remove("user");
			fields.put("users", Integer.toString(burst.users().size()));
		}
		log.accept(new AuditEvent(first.type(), first.code(), fields));
	}

}
