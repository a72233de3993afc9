package org.campanile.guard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import io.github.bucket4j.TimeMeter;

/**
 * A clock that never runs back, for limits and caches of this process. When its source is
 * set back, as by NTP, it continues from its last reading, at the pace of the source.
 * Timed by the source itself, buckets would not refill, breakers would not close and
 * cache entries would not expire until the source had caught up. Its time may be ahead of
 * the source, so it must not be used for anything that is stored, shown or compared with
 * other nodes. Thread-safe.
 */
public final class SteadyClock implements InstantSource, TimeMeter {

	private final InstantSource source;

	private Instant last = Instant.MIN;

	/** By how much the source has been set back, in total. */
	private Duration ahead = Duration.ZERO;

	public SteadyClock(InstantSource source) {
		this.source = source;
	}

	@Override
	public synchronized Instant instant() {
		// Without the lock, a thread that another overtakes would take its older reading
		// for a source that was set back.
		Instant now = source.instant();
		if (now.isBefore(last)) {
			ahead = ahead.plus(Duration.between(now, last));
		}
		last = now;
		return now.plus(ahead);
	}

	@Override
	public long currentTimeNanos() {
		Instant now = instant();
		return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
	}

	@Override
	public boolean isWallClockBased() {
		return false;
	}

}
