package org.campanile.attribute;

import java.time.Duration;
import java.util.Optional;

import org.campanile.attribute.AttributeSettings.CacheSettings;

/**
 * The settings of queries to a source.
 *
 * @param onFailure the behaviour of a login when the source does not answer
 * @param timeout how long it may take to answer
 * @param maxConcurrent how many users it is asked for at once
 * @param cache keeps its answers; empty to ask each time
 */
public record SourceSettings(OnFailure onFailure, Duration timeout, int maxConcurrent, Optional<CacheSettings> cache) {

	public SourceSettings {
		if (!timeout.isPositive() || maxConcurrent < 1) {
			throw new IllegalArgumentException("a source needs time, and room for at least one read");
		}
	}

	/** The behaviour of a login when a source that it needs does not answer. */
	public enum OnFailure {

		/** The login is refused. */
		REFUSE,
		/** The login continues without the source's attributes. */
		OMIT

	}

}
