package org.campanile.web.page;

import org.campanile.protocol.Answer;

/**
 * A form that the browser submits to the service by itself, or when the user presses a
 * button if scripts are off.
 *
 * @param message the form
 */
public record RedirectPage(ServiceView service, Answer.Post message, Purpose purpose) {

	/** Creates a page that answers a sign-on. */
	public RedirectPage(ServiceView service, Answer.Post message) {
		this(service, message, Purpose.SIGN_ON);
	}

	public enum Purpose {

		/** The response to a sign-on request. */
		SIGN_ON("redirect.heading", "redirect.continue"),
		/** A logout request to a service. */
		LOGOUT("logout.heading", "logout.ask"),
		/** The response to the service that began a logout. */
		LOGGED_OUT("logged-out.heading", "logged-out.return");

		private final String heading;

		private final String button;

		Purpose(String heading, String button) {
			this.heading = heading;
			this.button = button;
		}

		/** The key of the heading. */
		String heading() {
			return heading;
		}

		/** The key of the button's text. */
		String button() {
			return button;
		}

	}

}
