package org.campanile.web.page;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Services are being asked to end their sessions, each in a frame of its own.
 *
 * @param services every service of the session, in the order shown
 * @param continueUrl an address of ours: the result, as far as it is known then
 * @param limit how long a service may take; then the page goes on by itself
 * @param waitsForPerson whether the page, where scripts are off, stays until the person
 * goes on: a service can then only be asked by the press of a button
 */
public record LogoutProgressPage(List<Asked> services, String continueUrl, Duration limit, boolean waitsForPerson) {

	public LogoutProgressPage {
		services = List.copyOf(services);
	}

	/**
	 * One service.
	 *
	 * @param name its name
	 * @param state how far it is
	 * @param frameUrl an address of ours that leads its frame to the service; null for
	 * one that is not asked by a frame
	 * @param endpoints the service's own addresses, which the frame must be allowed to
	 * show; empty for one that is not asked by a frame
	 */
	public record Asked(String name, LoggedOutService.State state, @Nullable String frameUrl, List<String> endpoints) {

		public Asked {
			endpoints = List.copyOf(endpoints);
		}

	}

}
