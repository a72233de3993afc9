package org.campanile.web.page;

import org.campanile.protocol.Answer;

/**
 * What stands within the frame in which a service is asked to end its session: small, and
 * shown nowhere but within pages of ours.
 */
public sealed interface LogoutStepPage {

	/**
	 * The frame goes on to the service by HTTP-Redirect (SAML Bindings 3.4).
	 *
	 * @param name the service's name
	 * @param url the service's address with the message in it
	 */
	record Leads(String name, String url) implements LogoutStepPage {
	}

	/**
	 * The frame carries a message to the service by HTTP-POST (SAML Bindings 3.5).
	 *
	 * @param name the service's name
	 * @param message the form
	 */
	record Carries(String name, Answer.Post message) implements LogoutStepPage {
	}

	/**
	 * It is known what became of the service.
	 *
	 * @param state what
	 */
	record Known(LoggedOutService.State state) implements LogoutStepPage {
	}

}
