package org.campanile.attribute;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;

/**
 * Resolved attributes by principal. Holds what the directory says of people, and nothing
 * of passwords. Its hits and misses are {@code cache.gets} with the tag
 * {@code cache=attributes}. Thread-safe.
 */
final class AttributeCache {

	private final Cache<String, ResolvedAttributes> cache;

	AttributeCache(AttributeSettings.CacheSettings settings, InstantSource clock, MeterRegistry meters) {
		this.cache = Caffeine.newBuilder()
			.maximumSize(settings.maximumSize())
			.expireAfterWrite(settings.timeToLive())
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
			// On the caller's thread: the work is small, and no pool is needed for it.
			.executor(Runnable::run)
			.recordStats()
			.build();
		CaffeineCacheMetrics.monitor(meters, cache, "attributes");
	}

	Optional<ResolvedAttributes> get(String principal) {
		return Optional.ofNullable(cache.getIfPresent(principal));
	}

	void put(String principal, ResolvedAttributes attributes) {
		cache.put(principal, attributes);
	}

	void remove(String principal) {
		cache.invalidate(principal);
	}

}
