package org.campanile.logout;

import org.jspecify.annotations.Nullable;

/**
 * A service in a logout.
 *
 * @param session its part in the sessions that ended
 * @param state its state
 * @param ticket with which it can be asked by way of the browser, as
 * {@link FrontChannelLogout#ask} takes it, fit for a URL's query as it is; null if it
 * cannot be asked, or not yet
 */
public record ServiceLogout(ServiceSession session, ServiceLogoutState state, @Nullable String ticket) {

	/** One without a ticket. */
	public ServiceLogout(ServiceSession session, ServiceLogoutState state) {
		this(session, state, null);
	}

	/** The service's id. */
	public String service() {
		return session.service();
	}

	/** The same service in another state. */
	public ServiceLogout as(ServiceLogoutState other) {
		return new ServiceLogout(session, other, ticket);
	}

}
