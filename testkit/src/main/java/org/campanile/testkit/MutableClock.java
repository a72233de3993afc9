package org.campanile.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class MutableClock implements InstantSource {

	private final AtomicReference<Instant> now;

	public MutableClock(Instant start) {
		this.now = new AtomicReference<>(start);
	}

	@Override
	public Instant instant() {
		return now.get();
	}

	/** Moves the clock forward, or back by a negative duration. */
	public void advance(Duration duration) {
		now.updateAndGet(instant -> instant.plus(duration));
	}

	public void set(Instant instant) {
		now.set(instant);
	}

}
