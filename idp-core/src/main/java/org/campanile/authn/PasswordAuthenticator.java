package org.campanile.authn;

import org.campanile.directory.DirectoryUnavailableException;

/** Checks a username and a password. Thread-safe. */
@FunctionalInterface
public interface PasswordAuthenticator {

	/**
	 * Checks the password. Empty, blank, oversized or otherwise impossible input is
	 * rejected without asking anyone.
	 * @param username as typed
	 * @param password as typed
	 * @param origin where the request came from, for throttling
	 * @throws DirectoryUnavailableException if nobody could be asked in time; never to be
	 * counted as a wrong password
	 */
	AuthenticationOutcome authenticate(String username, String password, LoginOrigin origin)
			throws DirectoryUnavailableException;

}
