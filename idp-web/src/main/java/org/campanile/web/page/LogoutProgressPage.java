package org.campanile.web.page;

import java.time.Duration;
import java.util.List;

/**
 * The page while logout requests are being sent to services, each in its own frame.
 *
 * @param services every service of the session, in the order shown
 * @param continueUrl the URL of the result, as far as it is known by then
 * @param limit how long a service may take, after which the page continues by itself
 * @param waitsForUser whether the page waits for the user if scripts are off, because a
 * logout request can then only be sent by pressing a button
 */
public record LogoutProgressPage(List<LoggedOutService> services, String continueUrl, Duration limit,
		boolean waitsForUser) {

	public LogoutProgressPage {
		services = List.copyOf(services);
	}

}
