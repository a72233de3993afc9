package org.campanile.saml.binding;

/** A message for the browser to carry on, by either of its bindings. */
public sealed interface FrontChannelMessage {

	/** The service's address, without the message. */
	String destination();

	/**
	 * By HTTP-Redirect (SAML Bindings 3.4).
	 *
	 * @param destination the service's address
	 * @param url the same with the message in its query, deflated and signed
	 */
	record Redirect(String destination, String url) implements FrontChannelMessage {
	}

	/**
	 * By HTTP-POST (SAML Bindings 3.5).
	 *
	 * @param form what to post, and where
	 */
	record Post(OutboundMessage form) implements FrontChannelMessage {

		@Override
		public String destination() {
			return form.destination();
		}

	}

}
