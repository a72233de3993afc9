package org.campanile.logout;

import org.jspecify.annotations.Nullable;

/**
 * A service in a logout.
 *
 * @param session its part in the terminated sessions
 * @param ticket the ticket for {@link FrontChannelLogout#ask}, which needs no escaping in
 * a URL's query; null if it cannot be notified through the browser, or not yet
 */
public record ServiceLogout(ServiceSession session, ServiceLogoutState state, @Nullable String ticket) {

	/** Creates one without a ticket. */
	public ServiceLogout(ServiceSession session, ServiceLogoutState state) {
		this(session, state, null);
	}

	/** The service's id. */
	public String service() {
		return session.service();
	}

	/** Returns the same service in another state. */
	public ServiceLogout as(ServiceLogoutState other) {
		return new ServiceLogout(session, other, ticket);
	}

}
