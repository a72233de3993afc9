package org.campanile.logout;

import java.util.List;

import org.campanile.session.SsoSession;

/**
 * The outcome of a logout here, before any service is asked by way of the browser.
 *
 * @param ended the sessions that this logout ended; of several simultaneous logouts of
 * one session only one has it
 * @param services the services of these sessions, without the one that asked for the
 * logout
 * @param storeFailed whether the store failed, so that sessions that should have ended
 * may live on; to be reported as a partial logout, and tried again
 */
public record LogoutOutcome(List<SsoSession> ended, List<ServiceLogout> services, boolean storeFailed) {

	public LogoutOutcome {
		ended = List.copyOf(ended);
		services = List.copyOf(services);
	}

	/** Whether no such session was found, and the store did not fail. */
	public boolean nothingFound() {
		return ended.isEmpty() && !storeFailed;
	}

	/** Whether every session and every service's session is known to have ended. */
	public boolean complete() {
		return !storeFailed && services.stream().allMatch(service -> service.state() == ServiceLogoutState.ENDED);
	}

	/** Whether services are left to be asked by way of the browser. */
	public boolean needsFrontChannel() {
		return services.stream().anyMatch(service -> service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL);
	}

	/**
	 * The same when the browser is not to be sent anywhere: services that were still to
	 * be asked count as not having answered.
	 */
	public LogoutOutcome withoutFrontChannel() {
		return new LogoutOutcome(ended,
				services.stream()
					.map(service -> service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL
							? service.as(ServiceLogoutState.NO_ANSWER) : service)
					.toList(),
				storeFailed);
	}

}
