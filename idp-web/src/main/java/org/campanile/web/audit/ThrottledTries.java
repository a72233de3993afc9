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
import org.campanile.http.Network;

/**
 * Combines the throttled attempts of one user from one address, with the same factor,
 * into two audit lines: one for the first attempt, written at once, and one after a
 * minute with the number of further attempts. Once an address has such bursts for several
 * users, the attempts of all its other users form one burst, which has only the closing
 * line. That is possible because no user is shown the code of a throttled attempt.
 * <p>
 * Other refusals have their own lines up to a number for each network and minute, and a
 * larger one for each IPv6 /48, as their pages show the code; only those above it are
 * combined. Memory is bounded: when it is full, bursts are closed early. Thread-safe.
 */
final class ThrottledTries {

	private static final Duration PERIOD = Duration.ofMinutes(1);

	/** The maximum total length of names, in characters. */
	private static final long MAX_WEIGHT = 4_000_000;

	/**
	 * The number of users of one address who may have their own burst within a period.
	 */
	private static final int USERS_OF_AN_ADDRESS = 5;

	/**
	 * The number of refusals of a kind from one network that have their own lines within
	 * a period.
	 */
	private static final int REFUSALS_OF_A_NETWORK = 100;

	/** The same for an IPv6 /48, in which a customer may have 65,536 networks. */
	private static final int REFUSALS_OF_A_SITE = 1_000;

	private static final int MAX_ADDRESSES = 20_000;

	/** The maximum number of users that one burst counts. */
	private static final int MAX_USERS = 1_000;

	/**
	 * The number of users of each address who have had their own burst in the period; for
	 * a key without a reason, the number of refusals of a network or /48.
	 */
	private final Cache<Key, Integer> addresses;

	private final Cache<Key, Burst> bursts;

	private final Consumer<AuditEvent> log;

	/**
	 * @param log receives the closing lines of bursts
	 */
	ThrottledTries(Consumer<AuditEvent> log, Ticker ticker) {
		this.log = log;
		this.addresses = Caffeine.newBuilder()
			.expireAfter(Expiry.<Key, Integer>creating((address, users) -> PERIOD))
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
	 * What the attempts of a burst have in common, as its line states it.
	 *
	 * @param reason the code without its random part
	 * @param user as typed; null for further users of the address, or if unknown
	 * @param address or the network or /48, for refusals that were not throttled
	 * @param factor the kind of factor; null for the password
	 * @param by how a program sent the password; null if it was not a program
	 */
	private record Key(AuditEvent.Type type, String reason, @Nullable String user, String address,
			@Nullable String factor, @Nullable String by) {

		static Key of(AuditEvent event, @Nullable String user) {
			return of(event, user, event.fields().getOrDefault("address", ""));
		}

		static Key of(AuditEvent event, @Nullable String user, String address) {
			Map<String, String> fields = event.fields();
			return new Key(event.type(), ErrorCodes.reason(event.code()), user, address, fields.get("factor"),
					fields.get("by"));
		}

	}

	/**
	 * Attempts that are reported together.
	 *
	 * @param repeated how many have no line of their own
	 * @param users the users, if the burst is that of a whole address; empty for one
	 * user. Modified only while the cache locks the key
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

	/**
	 * Whether the event starts a burst and therefore has its own line; otherwise it is
	 * counted.
	 */
	boolean isFirst(AuditEvent event) {
		String user = event.fields().getOrDefault("user", "");
		Key key = Key.of(event, user);
		if (bursts.asMap().computeIfPresent(key, (same, before) -> before.again()) != null) {
			return false;
		}
		Key address = Key.of(event, null);
		if (Objects.requireNonNull(addresses.asMap().merge(address, 1, Integer::sum)) > USERS_OF_AN_ADDRESS) {
			bursts.asMap().compute(address, (same, before) -> ofAddress(before, event, user));
			return false;
		}
		Burst burst = bursts.asMap().compute(key, (same, before) -> before == null ? Burst.of(event) : before.again());
		return Objects.requireNonNull(burst).repeated() == 0;
	}

	/**
	 * Whether the event, a refusal other than by the throttle, has its own line;
	 * otherwise it is counted.
	 */
	boolean isAmongTheFirst(AuditEvent event) {
		String address = event.fields().getOrDefault("address", "");
		String network = Network.ofClient(address);
		String site = Network.ofSite(address);
		if (isAbove(REFUSALS_OF_A_NETWORK, event, network)) {
			count(event, network);
			return false;
		}
		if (!site.equals(network) && isAbove(REFUSALS_OF_A_SITE, event, site)) {
			count(event, site);
			return false;
		}
		return true;
	}

	private boolean isAbove(int limit, AuditEvent event, String network) {
		Key all = new Key(event.type(), "", null, network, null, null);
		return Objects.requireNonNull(addresses.asMap().merge(all, 1, Integer::sum)) > limit;
	}

	/**
	 * The user of a refused login is what the client typed, so all of them form one
	 * burst: each new name would otherwise have its line.
	 */
	private void count(AuditEvent event, String network) {
		if (event.type() == AuditEvent.Type.LOGIN_REFUSED) {
			String user = event.fields().getOrDefault("user", "");
			bursts.asMap().compute(Key.of(event, null, network), (same, before) -> ofAddress(before, event, user));
			return;
		}
		Key key = Key.of(event, event.fields().get("user"), network);
		bursts.asMap().compute(key, (same, before) -> (before == null ? Burst.of(event) : before).again());
	}

	private Burst ofAddress(@Nullable Burst before, AuditEvent event, String user) {
		if (before != null && before.hasRoomFor(user)) {
			return before.with(user);
		}
		end(before);
		return Burst.ofAddress(event, user);
	}

	/** Closes the bursts whose minute has passed. */
	void endOld() {
		bursts.cleanUp();
	}

	/** Closes all bursts, before the server stops. */
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
