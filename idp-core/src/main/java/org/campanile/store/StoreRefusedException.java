package org.campanile.store;

/**
 * A store was not called, or is full. The operation has had no effect and may be tried
 * again.
 */
public class StoreRefusedException extends StoreUnavailableException {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message which store, which operation and why; no keys, no values
	 */
	public StoreRefusedException(String message) {
		super(message);
	}

}
