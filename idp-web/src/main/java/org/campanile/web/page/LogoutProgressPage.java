package org.campanile.web.page;

import java.time.Duration;
import java.util.List;

/**
 * Services are being asked to end their sessions, each in a frame of its own.
 *
 * @param services every service of the session, in the order shown
 * @param continueUrl an address of ours: the result, as far as it is known then
 * @param limit how long a service may take; then the page goes on by itself
 * @param waitsForUser whether the page, where scripts are off, stays until the user goes
 * on: a service can then only be asked by the press of a button
 */
public record LogoutProgressPage(List<LoggedOutService> services, String continueUrl, Duration limit,
		boolean waitsForUser) {

	public LogoutProgressPage {
		services = List.copyOf(services);
	}

}
