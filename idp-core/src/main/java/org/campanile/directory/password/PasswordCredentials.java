package org.campanile.directory.password;

/**
 * A username and a password that may be shown to the directory.
 *
 * @param username normalised
 * @param password as typed
 */
record PasswordCredentials(String username, String password) {

	@Override
	public String toString() {
		return "PasswordCredentials[" + username + "]";
	}

}
