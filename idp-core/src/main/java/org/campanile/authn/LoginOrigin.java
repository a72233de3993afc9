package org.campanile.authn;

import java.util.Optional;

/**
 * The origin of a login attempt.
 *
 * @param address the client's address
 * @param browser what is known of the browser, if it has signed in before
 */
public record LoginOrigin(String address, Optional<KnownBrowser> browser) {

	/** Creates an origin of an address and an unknown browser. */
	public LoginOrigin(String address) {
		this(address, Optional.empty());
	}

}
