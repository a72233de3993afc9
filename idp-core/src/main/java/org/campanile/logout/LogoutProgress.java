package org.campanile.logout;

import java.util.List;

/**
 * A logout whose services are being notified through the browser, as shown on a page.
 *
 * @param id 256 random bits in base64url, known only to this browser
 * @param services the services, in order; without the initiating one
 */
public record LogoutProgress(String id, List<ServiceLogout> services) {

	public LogoutProgress {
		services = List.copyOf(services);
	}

	/** The services to be notified through the browser. */
	public List<ServiceLogout> toAsk() {
		return services.stream().filter(service -> service.ticket() != null).toList();
	}

	/** Omits the id. */
	@Override
	public String toString() {
		return "LogoutProgress[" + services.size() + " services]";
	}

}
