package org.campanile.record;

import org.campanile.store.StoreUnavailableException;

/**
 * Thrown if a stored record cannot be read: its sealing key is missing, it was altered in
 * the store, or a newer version wrote it in another form. The record exists, and must not
 * be taken for absent.
 */
public class UnreadableRecordException extends StoreUnavailableException {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message why, and what to do; no keys, no values
	 */
	public UnreadableRecordException(String message) {
		super(message);
	}

}
