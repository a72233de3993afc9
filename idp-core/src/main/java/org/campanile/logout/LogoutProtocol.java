package org.campanile.logout;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.SsoSession;

/**
 * How services are asked to end their sessions: what the use case needs of a protocol.
 * Implementations are thread-safe.
 */
public interface LogoutProtocol {

	ProtocolId id();

	/** The name of a session at a service that knows it by a handle. */
	String sessionName(SsoSession session, String service, Handle handle);

	/** How a service can be asked at this moment. */
	Reach reach(String service);

	/**
	 * Asks a service without the browser, and waits for its answer, no longer than its
	 * limits of time allow; returns early when its thread is interrupted.
	 * @return {@link ServiceLogoutState#ENDED}, {@link ServiceLogoutState#REFUSED},
	 * {@link ServiceLogoutState#NO_ANSWER}, or {@link ServiceLogoutState#CANNOT_BE_ASKED}
	 * if the service is gone meanwhile
	 */
	ServiceLogoutState ask(ServiceSession session);

	/**
	 * The channels by which a service takes requests.
	 *
	 * @param backChannel directly, from server to server
	 * @param frontChannel by way of the browser
	 */
	record Reach(boolean backChannel, boolean frontChannel) {

		/** No channel: the service is unknown or offers none. */
		public static final Reach NONE = new Reach(false, false);

	}

}
