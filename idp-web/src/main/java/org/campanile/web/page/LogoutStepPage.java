package org.campanile.web.page;

import org.campanile.protocol.Answer;

/**
 * The content of a frame that sends a logout request to a service; shown only within
 * pages of this server.
 */
public sealed interface LogoutStepPage {

	/**
	 * Sends the request by HTTP-Redirect (SAML Bindings 3.4).
	 *
	 * @param name the service's name
	 * @param url the service's URL, including the message
	 */
	record Leads(String name, String url) implements LogoutStepPage {
	}

	/**
	 * Sends the request by HTTP-POST (SAML Bindings 3.5).
	 *
	 * @param name the service's name
	 * @param message the form
	 */
	record Carries(String name, Answer.Post message) implements LogoutStepPage {
	}

	/**
	 * Shows the result for the service.
	 *
	 * @param state the result
	 */
	record Known(LoggedOutService.State state) implements LogoutStepPage {
	}

}
