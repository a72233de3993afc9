package org.campanile.saml.logout;

import java.util.List;
import java.util.Optional;

import org.campanile.logout.ServiceLogoutState;
import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * How a logout ended.
 *
 * @param initiator the service that asked for it, by its entityID; null if it began here
 * @param services the services in order, without the initiator
 * @param status how it is told to the initiator
 * @param answer the LogoutResponse to send; empty if the logout began here, or if the
 * initiator's metadata names no address for it
 */
public record LogoutResult(@Nullable String initiator, List<Service> services, LogoutStatus status,
		Optional<Answer> answer) {

	public LogoutResult {
		services = List.copyOf(services);
	}

	/**
	 * A service at the end.
	 *
	 * @param service its entityID
	 * @param state ENDED, REFUSED, NO_ANSWER or CANNOT_BE_ASKED
	 * @param ticket with which it can be asked by way of the browser once more; null if
	 * it cannot
	 */
	public record Service(String service, ServiceLogoutState state, @Nullable String ticket) {
	}

}
