package org.campanile.logout;

import java.util.List;
import java.util.Optional;

import org.campanile.protocol.Answer;
import org.jspecify.annotations.Nullable;

/**
 * How a logout ended.
 *
 * @param initiator the service that asked for it, by its id; null if it began here
 * @param services the services in order, without the initiator; none is
 * {@link ServiceLogoutState#TO_ASK_BY_FRONT_CHANNEL}, and one with a ticket may be asked
 * once more
 * @param status how it is reported to the initiator
 * @param answer what to send to the initiator; empty if the logout began here, or if the
 * initiator takes no answer
 */
public record LogoutResult(@Nullable String initiator, List<ServiceLogout> services, LogoutStatus status,
		Optional<Answer> answer) {

	public LogoutResult {
		services = List.copyOf(services);
	}

}
