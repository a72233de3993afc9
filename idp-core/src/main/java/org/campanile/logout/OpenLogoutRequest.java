package org.campanile.logout;

/**
 * A logout request that a browser delivers and whose response is awaited.
 *
 * @param progressId the logout it belongs to
 * @param index the service's index in that logout
 * @param presentation how it is presented, so that the response is shown the same way
 */
public record OpenLogoutRequest(String progressId, int index, Presentation presentation) {

	/** The way a browser presents the exchange with a service. */
	public enum Presentation {

		/** The request is sent in a frame of the page, beside other services. */
		FRAME,

		/** The request is sent in the whole window, one service after the other. */
		PAGE

	}

}
