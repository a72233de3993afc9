package org.campanile.logout;

import java.time.Duration;

/**
 * The limits of a single logout.
 *
 * @param backChannelTimeout how long one service may take to answer a request from server
 * to server, from opening the connection to the end of the response; services are
 * notified at the same time
 * @param frontChannelTimeout how long the page waits for one service that is notified
 * through the browser
 */
public record LogoutSettings(Duration backChannelTimeout, Duration frontChannelTimeout) {

	public LogoutSettings {
		if (!backChannelTimeout.isPositive() || !frontChannelTimeout.isPositive()) {
			throw new IllegalArgumentException("the limits of a logout must be positive");
		}
	}

}
