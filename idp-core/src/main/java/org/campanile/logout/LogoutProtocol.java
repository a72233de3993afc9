package org.campanile.logout;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.SsoSession;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a protocol that ask services to end their sessions, and that answer
 * services which began a logout: what the use case needs of a protocol. Implementations
 * are thread-safe.
 * <p>
 * Incoming messages, a service's request and its answer by way of the browser, arrive at
 * the protocol's own endpoints, which turn them into a {@link RequestedLogout} or a
 * {@link LogoutAnswer}.
 */
public interface LogoutProtocol {

	ProtocolId id();

	/** The name of a session at a service that knows it by a handle. */
	String sessionName(SsoSession session, String service, Handle handle);

	/** How a service can be asked at this moment. */
	Reach reach(ServiceSession session);

	/**
	 * Asks a service without the browser, and waits for its answer, no longer than its
	 * limits of time allow; returns early when its thread is interrupted.
	 * @return {@link ServiceLogoutState#ENDED}, {@link ServiceLogoutState#REFUSED},
	 * {@link ServiceLogoutState#NO_ANSWER}, or {@link ServiceLogoutState#CANNOT_BE_ASKED}
	 * if the service is gone meanwhile
	 */
	ServiceLogoutState ask(ServiceSession session);

	/**
	 * A new request for the browser to carry to a service. Nothing blocks.
	 * @return empty if the service is gone or takes none
	 */
	Optional<BrowserRequest> askByBrowser(ServiceSession session);

	/**
	 * The answer to a service that began a logout, for the browser to carry. Nothing
	 * blocks.
	 * @param service its id
	 * @param own {@link RequestedLogout#own()} of its request
	 * @return empty if the service is gone or takes none
	 */
	Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status);

	/**
	 * A request on its way.
	 *
	 * @param id by which its answer will name it, without spaces; null if no answer comes
	 * @param message what the browser carries
	 */
	record BrowserRequest(@Nullable String id, Answer message) {
	}

	/**
	 * The channels by which a service takes requests.
	 *
	 * @param backChannel whether directly, from server to server
	 * @param frontChannel by way of the browser; null if not
	 */
	record Reach(boolean backChannel, @Nullable FrontChannel frontChannel) {

		/** No channel: the service is unknown or offers none. */
		public static final Reach NONE = new Reach(false, null);

	}

	/**
	 * How a service is asked by way of the browser.
	 *
	 * @param addresses of the service's own, which a frame must be allowed to show: where
	 * requests go, and where its answers come from
	 * @param formsOnly whether it accepts only forms, so that without scripts the user
	 * has to press a button
	 */
	record FrontChannel(List<String> addresses, boolean formsOnly) {

		public FrontChannel {
			addresses = List.copyOf(addresses);
		}

	}

}
