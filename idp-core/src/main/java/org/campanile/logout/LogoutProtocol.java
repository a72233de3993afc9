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
 * The part of a protocol that single logout uses: logout requests to services, and
 * responses to services that initiated a logout. Implementations are thread-safe.
 * <p>
 * Incoming messages, a service's request and its response through the browser, arrive at
 * the protocol's own endpoints, which convert them into a {@link RequestedLogout} or a
 * {@link LogoutAnswer}.
 */
public interface LogoutProtocol {

	ProtocolId id();

	/** The name of a session at a service, such as SAML's SessionIndex. */
	String sessionName(SsoSession session, String service, Handle handle);

	/** Returns how a service can currently be notified. */
	Reach reach(ServiceSession session);

	/**
	 * Sends a logout request to a service from server to server, and waits for the
	 * response within the configured time limit; returns early if its thread is
	 * interrupted.
	 * @return {@link ServiceLogoutState#ENDED}, {@link ServiceLogoutState#REFUSED},
	 * {@link ServiceLogoutState#NO_ANSWER}, or {@link ServiceLogoutState#CANNOT_BE_ASKED}
	 * if the service no longer exists
	 */
	ServiceLogoutState ask(ServiceSession session);

	/**
	 * Creates a request to be delivered by the browser. Does not block.
	 * @return empty if the service no longer exists or accepts none
	 */
	Optional<BrowserRequest> askByBrowser(ServiceSession session);

	/**
	 * Creates the response to the initiating service, to be delivered by the browser.
	 * Does not block.
	 * @param service its id
	 * @param own {@link RequestedLogout#own()} of its request
	 * @return empty if the service no longer exists or accepts none
	 */
	Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status);

	/**
	 * A request to be delivered.
	 *
	 * @param id the id that the response will refer to, without spaces; null if no
	 * response is expected
	 * @param message the message that the browser delivers
	 */
	record BrowserRequest(@Nullable String id, Answer message) {
	}

	/**
	 * The channels on which a service accepts requests.
	 *
	 * @param backChannel whether from server to server
	 * @param frontChannel through the browser; null if not
	 */
	record Reach(boolean backChannel, @Nullable FrontChannel frontChannel) {

		/** A service without a channel: it is unknown or offers none. */
		public static final Reach NONE = new Reach(false, null);

	}

	/**
	 * The way a service is notified through the browser.
	 *
	 * @param addresses the service's URLs that a frame must be allowed to show: where
	 * requests are sent, and where responses come from
	 * @param formsOnly whether it accepts only forms, so that the user has to press a
	 * button if scripts are off
	 */
	record FrontChannel(List<String> addresses, boolean formsOnly) {

		public FrontChannel {
			addresses = List.copyOf(addresses);
		}

	}

}
