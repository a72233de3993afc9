package org.campanile.store;

/**
 * A store did not answer within its deadline, or answered with a failure. What it was
 * asked may or may not have happened.
 */
public class StoreUnavailableException extends Exception {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message which store, which operation and what came of it; no keys, no values
	 */
	public StoreUnavailableException(String message, Throwable cause) {
		super(message, cause);
	}

	/**
	 * @param message which store, which operation and what came of it; no keys, no values
	 */
	public StoreUnavailableException(String message) {
		super(message);
	}

}
