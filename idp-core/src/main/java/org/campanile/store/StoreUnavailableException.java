package org.campanile.store;

/**
 * Thrown if a store did not answer within its deadline, or failed. The operation may or
 * may not have taken effect.
 */
public class StoreUnavailableException extends Exception {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message which store, which operation and the outcome; no keys, no values
	 */
	public StoreUnavailableException(String message, Throwable cause) {
		super(message, cause);
	}

	/**
	 * @param message which store, which operation and the outcome; no keys, no values
	 */
	public StoreUnavailableException(String message) {
		super(message);
	}

}
