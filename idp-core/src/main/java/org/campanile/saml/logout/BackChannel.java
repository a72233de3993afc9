package org.campanile.saml.logout;

import java.io.IOException;

/** Carries an envelope to a service and its answer back. Thread-safe. */
@FunctionalInterface
public interface BackChannel {

	/**
	 * Posts an envelope and waits for the answer.
	 * @param url an address of metadata
	 * @param envelope in UTF-8
	 * @return the body of the answer
	 * @throws IOException if no usable answer came in time
	 */
	byte[] post(String url, byte[] envelope) throws IOException, InterruptedException;

}
