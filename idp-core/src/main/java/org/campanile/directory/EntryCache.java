package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeSettings.CacheSettings;

/**
 * Caches entries by the name typed, so that a repeated login costs the directory a bind
 * and no search. Contains no passwords: each is checked by the directory. Its hits and
 * misses are {@code cache.gets} with the tag {@code cache=entries}. Thread-safe.
 */
public final class EntryCache {

	/** A cache that stores nothing. */
	public static final EntryCache OFF = new EntryCache(null);

	private final @Nullable Cache<String, UserLookup.Found> cache;

	private EntryCache(@Nullable Cache<String, UserLookup.Found> cache) {
		this.cache = cache;
	}

	/**
	 * An active cache.
	 * @param maximumSize how many entries are kept at most
	 * @param timeToLive how long an entry is used
	 */
	public static EntryCache of(long maximumSize, Duration timeToLive, InstantSource clock, MeterRegistry meters) {
		Cache<String, UserLookup.Found> cache = new CacheSettings(maximumSize, timeToLive).cache(clock);
		CaffeineCacheMetrics.monitor(meters, cache, "entries");
		return new EntryCache(cache);
	}

	public Optional<UserLookup.Found> find(String username) {
		return cache == null ? Optional.empty() : Optional.ofNullable(cache.getIfPresent(username));
	}

	/** Stores a found entry, and removes the entry of any other result. */
	public void remember(String username, UserLookup lookup) {
		if (cache == null) {
			return;
		}
		if (lookup instanceof UserLookup.Found found) {
			cache.put(username, found);
		}
		else {
			cache.invalidate(username);
		}
	}

}
