package org.campanile.authn;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until told otherwise. */
public final class ManualClock implements InstantSource {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T08:00:00Z"));

	@Override
	public Instant instant() {
		return now.get();
	}

	public void advance(Duration time) {
		now.updateAndGet(instant -> instant.plus(time));
	}

}
