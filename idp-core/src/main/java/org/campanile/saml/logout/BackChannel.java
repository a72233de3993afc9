package org.campanile.saml.logout;

import java.io.IOException;

/** Sends a SOAP envelope to a service and returns its response. Thread-safe. */
@FunctionalInterface
public interface BackChannel {

	/**
	 * Posts an envelope and waits for the response.
	 * @param url a URL from metadata
	 * @param envelope in UTF-8
	 * @return the body of the response
	 * @throws IOException if no valid response arrived in time
	 */
	byte[] post(String url, byte[] envelope) throws IOException, InterruptedException;

}
