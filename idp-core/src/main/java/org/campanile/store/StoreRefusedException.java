package org.campanile.store;

/**
 * A store was not asked, or takes no more. The operation has not happened and may be
 * tried again.
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
