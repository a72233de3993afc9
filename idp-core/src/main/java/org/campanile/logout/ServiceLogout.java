package org.campanile.logout;

/**
 * A service in a logout.
 *
 * @param session its part in the sessions that ended
 * @param state where it stands
 */
public record ServiceLogout(ServiceSession session, ServiceLogoutState state) {

	/** The service's id. */
	public String service() {
		return session.service();
	}

	/** The same service in another state. */
	public ServiceLogout as(ServiceLogoutState other) {
		return new ServiceLogout(session, other);
	}

}
