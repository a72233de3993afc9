package org.campanile.session;

/**
 * The origin of a session, in just enough detail for its user to tell sessions apart:
 * without the browser's version and without an address.
 *
 * @param device browser and operating system, such as {@code Firefox, Windows}; empty if
 * not known
 * @param network the name that the institution gives to the network, or the range that
 * the address is in; empty if not known
 */
public record SessionOrigin(String device, String network) {

	/** The origin of a session for which none is recorded. */
	public static final SessionOrigin UNKNOWN = new SessionOrigin("", "");

	private static final int MAX_LENGTH = 64;

	/** Truncates longer texts, as they take room in every session. */
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

		/**
		 * Returns the origin of the request that the thread serves; {@link #UNKNOWN} if
		 * it serves none.
		 */
		SessionOrigin get();

	}

}
