package org.campanile.logout;

import java.time.Duration;

/**
 * The limits of a single logout.
 *
 * @param backChannelTimeout how long one service may take to answer directly, from the
 * connection's beginning to the answer's end; services are asked at the same time
 * @param frontChannelTimeout how long the page waits for one service that is asked by way
 * of the browser
 */
public record LogoutSettings(Duration backChannelTimeout, Duration frontChannelTimeout) {

	/** Three seconds, and five. */
	public static final LogoutSettings DEFAULTS = new LogoutSettings(Duration.ofSeconds(3), Duration.ofSeconds(5));

	public LogoutSettings {
		if (!backChannelTimeout.isPositive() || !frontChannelTimeout.isPositive()) {
			throw new IllegalArgumentException("the limits of a logout must be positive");
		}
	}

}
