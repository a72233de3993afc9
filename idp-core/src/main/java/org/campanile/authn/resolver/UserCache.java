package org.campanile.authn.resolver;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

import com.github.benmanes.caffeine.cache.Cache;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeSettings.CacheSettings;
import org.campanile.authn.resolver.UserResolver.ResolvedUser;

/**
 * Caches the users of one realm by login name: canonical name, location and attributes,
 * never a password or the result of its check. Only users who were found are stored. Its
 * size, hits and misses are {@code cache.size} and {@code cache.gets} with the tags
 * {@code cache=users} and {@code realm}. Thread-safe.
 */
public final class UserCache {

	/** Keeps nothing. */
	public static final UserCache OFF = new UserCache(null, Set.of());

	private final @Nullable Cache<String, ResolvedUser> cache;

	private final Set<String> attributes;

	private UserCache(@Nullable Cache<String, ResolvedUser> cache, Set<String> attributes) {
		this.cache = cache;
		this.attributes = Set.copyOf(attributes);
	}

	/**
	 * An active cache.
	 * @param attributes the attributes that are cached; entries may contain photographs
	 * @param maximumSize users at most
	 * @param timeToLive how long a user is kept after being read
	 */
	public static UserCache of(String realm, Set<String> attributes, long maximumSize, Duration timeToLive,
			InstantSource clock, MeterRegistry meters) {
		Cache<String, ResolvedUser> cache = new CacheSettings(maximumSize, timeToLive).cache(clock);
		CaffeineCacheMetrics.monitor(meters, cache, "users", Tags.of("realm", realm));
		return new UserCache(cache, attributes);
	}

	public boolean isOn() {
		return cache != null;
	}

	public Optional<ResolvedUser> find(String loginName) {
		return cache == null ? Optional.empty() : Optional.ofNullable(cache.getIfPresent(loginName));
	}

	/**
	 * Stores a user who was just read in place of the previous data. If that has changed,
	 * it is dropped under every other name as well.
	 * @param read empty if there is no such user any more
	 */
	public void remember(String loginName, Optional<ResolvedUser> read) {
		if (cache == null) {
			return;
		}
		ResolvedUser before = cache.asMap().get(loginName);
		if (before != null && read.filter(before::sameAs).isEmpty()) {
			invalidateLocation(before.location());
		}
		read.ifPresent(user -> cache.put(loginName, user.with(attributes)));
	}

	private void invalidateLocation(String location) {
		if (cache != null) {
			cache.asMap().values().removeIf(user -> user.location().equals(location));
		}
	}

	/**
	 * Drops a user under every name.
	 * @param name a login name or the canonical name
	 * @return how many entries that were
	 */
	public long invalidate(String name) {
		if (cache == null) {
			return 0;
		}
		long before = cache.estimatedSize();
		cache.invalidate(name);
		cache.asMap().values().removeIf(user -> user.principal().equals(name));
		return Math.max(0, before - cache.estimatedSize());
	}

	/**
	 * Drops everybody.
	 * @return how many entries that were
	 */
	public long clear() {
		if (cache == null) {
			return 0;
		}
		long before = cache.estimatedSize();
		cache.invalidateAll();
		return before;
	}

	/** Returns the approximate number of entries. */
	public long size() {
		return cache == null ? 0 : cache.estimatedSize();
	}

}
