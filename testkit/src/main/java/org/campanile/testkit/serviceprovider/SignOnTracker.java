package org.campanile.testkit.serviceprovider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * Tracks, in bounded memory, which requests await a response and which assertions have
 * been used (SAML Profiles 4.1.4.3 and 4.1.4.5). Thread-safe.
 */
public final class SignOnTracker implements InResponseToCheck {

	private static final int MAX_ENTRIES = 10_000;

	private final Cache<String, Boolean> pending;

	private final Cache<String, Boolean> used;

	/**
	 * @param patience how long a request may be answered, and how long a used assertion
	 * is remembered; longer than assertions are valid
	 */
	public SignOnTracker(Duration patience, InstantSource clock) {
		this.pending = cache(patience, clock);
		this.used = cache(patience, clock);
	}

	/** Records that a request was sent. */
	public void sent(String requestId) {
		pending.put(requestId, Boolean.TRUE);
	}

	/**
	 * Consumes the request, so that only one of several responses is expected; an
	 * unsolicited one always is.
	 */
	@Override
	public boolean isExpected(@Nullable String inResponseTo) {
		return inResponseTo == null || pending.asMap().remove(inResponseTo) != null;
	}

	/**
	 * Whether the assertion is used for the first time; atomic, so true for one of
	 * several concurrent callers.
	 */
	public boolean firstUse(String assertionId) {
		return used.asMap().putIfAbsent(assertionId, Boolean.TRUE) == null;
	}

	private static Cache<String, Boolean> cache(Duration patience, InstantSource clock) {
		Instant start = clock.instant();
		return Caffeine.newBuilder()
			.maximumSize(MAX_ENTRIES)
			.expireAfterWrite(patience)
			.ticker(() -> Duration.between(start, clock.instant()).toNanos())
			.build();
	}

}
