package org.campanile.saml.metadata;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until it is moved. */
final class MutableClock implements InstantSource {

	private Instant now = Instant.parse("2026-03-01T12:00:00Z");

	@Override
	public Instant instant() {
		return now;
	}

	void advance(Duration duration) {
		now = now.plus(duration);
	}

}
