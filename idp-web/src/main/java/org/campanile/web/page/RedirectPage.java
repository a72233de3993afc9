package org.campanile.web.page;

import org.campanile.protocol.Answer;

/**
 * The form that the browser carries to the service by itself, or at the press of a button
 * when scripts are off.
 *
 * @param service the service
 * @param message the form
 * @param purpose what it is for
 */
public record RedirectPage(ServiceView service, Answer.Post message, Purpose purpose) {

	/** One that answers a sign-on. */
	public RedirectPage(ServiceView service, Answer.Post message) {
		this(service, message, Purpose.SIGN_ON);
	}

	/** What the form is for. */
	public enum Purpose {

		/** The response to a sign-on request. */
		SIGN_ON("redirect.heading", "redirect.continue"),
		/** Asks a service to end its session. */
		LOGOUT("logout.heading", "logout.ask"),
		/** The answer to a service that began a logout. */
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

		/** The key of what the button says. */
		String button() {
			return button;
		}

	}

}
