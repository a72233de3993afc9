package org.campanile.storage.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;

/**
 * The injected clock as a Caffeine ticker, so that tests control time and the cache
 * agrees with the clock.
 */
record ClockTicker(InstantSource clock) implements Ticker {

	@Override
	public long read() {
		Instant now = clock.instant();
		return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
	}

}
