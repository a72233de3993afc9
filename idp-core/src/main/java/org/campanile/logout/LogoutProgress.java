package org.campanile.logout;

import java.util.List;

/**
 * A logout whose services are being asked by way of the browser, as a page shows it.
 *
 * @param id names it; 256 random bits in base64url, known to this browser alone
 * @param services the services, in order; without the one that asked for the logout
 */
public record LogoutProgress(String id, List<ServiceLogout> services) {

	public LogoutProgress {
		services = List.copyOf(services);
	}

	/** The services that are to be asked by way of the browser. */
	public List<ServiceLogout> toAsk() {
		return services.stream().filter(service -> service.ticket() != null).toList();
	}

	/** Without the id. */
	@Override
	public String toString() {
		return "LogoutProgress[" + services.size() + " services]";
	}

}
