package org.campanile.session;

/**
 * Where a session began, as far as its user needs it to tell one session from another;
 * not the browser's version, and no address.
 *
 * @param device browser and operating system, such as {@code Firefox, Windows}; empty if
 * not known
 * @param network the name that the institution gives to the network, or the range that
 * the address is in; empty if not known
 */
public record SessionOrigin(String device, String network) {

	/** Of a session of which nothing is recorded. */
	public static final SessionOrigin UNKNOWN = new SessionOrigin("", "");

	private static final int MAX_LENGTH = 64;

	/** What is longer is truncated: it takes room in every session. */
	public SessionOrigin {
		device = shortened(device);
		network = shortened(network);
	}

	private static String shortened(String text) {
		return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
	}

	/** Knows where the request comes from that the calling thread serves. Thread-safe. */
	@FunctionalInterface
	public interface Current {

		/** {@link #UNKNOWN} if the thread serves none. */
		SessionOrigin get();

	}

}
