package org.campanile.authn;

import java.util.Optional;

/**
 * The origin of a login attempt.
 *
 * @param address the client's address
 * @param browser the browser, if it is known
 */
public record LoginOrigin(String address, Optional<KnownBrowser> browser) {

	/** Creates an origin of an address and an unknown browser. */
	public LoginOrigin(String address) {
		this(address, Optional.empty());
	}

}
