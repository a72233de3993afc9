package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Entries, with their DNs, by the name typed, so that somebody who signs in again costs
 * the directory a bind and no search. Holds nothing of passwords: each is checked by the
 * directory. Its hits and misses are {@code cache.gets} with the tag
 * {@code cache=entries}. Thread-safe.
 */
public final class EntryCache {

	/** Remembers nothing. */
	public static final EntryCache OFF = new EntryCache(null);

	private final @Nullable Cache<String, UserLookup.Found> cache;

	private EntryCache(@Nullable Cache<String, UserLookup.Found> cache) {
		this.cache = cache;
	}

	/**
	 * A cache that remembers.
	 * @param maximumSize how many entries are kept at most
	 * @param timeToLive how long an entry is taken for true
	 */
	public static EntryCache of(long maximumSize, Duration timeToLive, InstantSource clock, MeterRegistry meters) {
		Cache<String, UserLookup.Found> cache = Caffeine.newBuilder()
			.maximumSize(maximumSize)
			.expireAfterWrite(timeToLive)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
			.executor(Runnable::run)
			.recordStats()
			.build();
		CaffeineCacheMetrics.monitor(meters, cache, "entries");
		return new EntryCache(cache);
	}

	public Optional<UserLookup.Found> find(String username) {
		return cache == null ? Optional.empty() : Optional.ofNullable(cache.getIfPresent(username));
	}

	/** Remembers who was found, and forgets whoever was not. */
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
