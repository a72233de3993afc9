package org.campanile.logout;

import java.util.List;
import java.util.Optional;

import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The result of a logout.
 *
 * @param initiator the id of the initiating service; null if the logout began here
 * @param services the services in order, without the initiator; none is
 * {@link ServiceLogoutState#TO_ASK_BY_FRONT_CHANNEL}, and one with a ticket may be sent
 * another request
 * @param status how it is reported to the initiator
 * @param answer the response to the initiator; empty if the logout began here, or if the
 * initiator accepts no response
 */
public record LogoutResult(@Nullable String initiator, List<ServiceLogout> services, LogoutStatus status,
		Optional<Answer> answer) {

	public LogoutResult {
		services = List.copyOf(services);
	}

}
