package org.campanile.logout;

import java.util.List;

import org.campanile.session.SsoSession;

/**
 * The outcome of a logout at this server, before any service is notified through the
 * browser.
 *
 * @param ended the sessions that this logout terminated; of several concurrent logouts of
 * one session only one contains it
 * @param services the services of these sessions, without the initiating one
 * @param storeFailed whether the store failed, so that sessions may still exist; to be
 * reported as a partial logout and retried
 */
public record LogoutOutcome(List<SsoSession> ended, List<ServiceLogout> services, boolean storeFailed) {

	public LogoutOutcome {
		ended = List.copyOf(ended);
		services = List.copyOf(services);
	}

	/** Whether no such session was found although the store did not fail. */
	public boolean nothingFound() {
		return ended.isEmpty() && !storeFailed;
	}

	/** Whether every session, here and at services, is known to have been terminated. */
	public boolean complete() {
		return !storeFailed && services.stream().allMatch(service -> service.state() == ServiceLogoutState.ENDED);
	}

	/** Whether services remain to be notified through the browser. */
	public boolean needsFrontChannel() {
		return services.stream().anyMatch(service -> service.state() == ServiceLogoutState.TO_ASK_BY_FRONT_CHANNEL);
	}

	/**
	 * The outcome if the browser is not redirected to services: those that remained to be
	 * notified count as not having answered.
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
