package org.campanile.authn.password;

/**
 * A username and a password that may be shown to the directory.
 *
 * @param username normalised
 * @param throttleKey the username in the form in which names are compared
 * @param password as typed
 */
record Credentials(String username, String throttleKey, String password) {

	@Override
	public String toString() {
		return "Credentials[" + username + "]";
	}

}
