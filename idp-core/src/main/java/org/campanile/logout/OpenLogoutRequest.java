package org.campanile.logout;

/**
 * A logout request to a service that a browser carries and whose answer is awaited.
 *
 * @param progressId the logout it belongs to
 * @param index the service's place in that logout
 * @param presentation how it is carried, so that the answer is received the same way
 */
public record OpenLogoutRequest(String progressId, int index, Presentation presentation) {

	/** How a browser carries a request to a service. */
	public enum Presentation {

		/** In a frame of the page, beside other services. */
		FRAME,

		/** As the whole page, one service after the other. */
		PAGE

	}

}
