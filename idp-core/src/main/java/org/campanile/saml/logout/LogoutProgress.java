package org.campanile.saml.logout;

import java.util.List;
import java.util.Optional;

import org.campanile.logout.ServiceLogoutState;
import org.jspecify.annotations.Nullable;

/**
 * A logout whose services are being asked by way of the browser, as a page shows it.
 *
 * @param id names it; 256 random bits in base64url, known to this browser alone
 * @param initiator the service that asked for the logout, by its entityID; null if it
 * began here
 * @param services the services, in order; without the initiator
 */
public record LogoutProgress(String id, @Nullable String initiator, List<Step> services) {

	public LogoutProgress {
		services = List.copyOf(services);
	}

	/** The services that are to be asked by way of the browser. */
	public List<Step> toAsk() {
		return services.stream().filter(step -> step.ticket() != null).toList();
	}

	/**
	 * The service to be asked after the one at this place, if they are asked one after
	 * the other.
	 * @param index the place of the one just asked; -1 for the first
	 */
	public Optional<Step> next(int index) {
		return toAsk().stream().filter(step -> step.index() > index).findFirst();
	}

	/** Without the id. */
	@Override
	public String toString() {
		return "LogoutProgress[" + services.size() + " services]";
	}

	/**
	 * A service in it.
	 *
	 * @param index its place, from 0
	 * @param service its entityID
	 * @param state where it stood when the logout began
	 * @param ticket what {@link FrontChannelLogout#ask} takes to make its request, fit
	 * for a URL's query as it is; null if it is not to be asked by way of the browser
	 */
	public record Step(int index, String service, ServiceLogoutState state, @Nullable String ticket) {
	}

}
