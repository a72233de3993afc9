package org.campanile.directory;

/**
 * No directory server answered within its limits. Says nothing about the person or the
 * password.
 */
public class DirectoryUnavailableException extends Exception {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message what was tried and what came of it, for an administrator; no secrets
	 */
	public DirectoryUnavailableException(String message) {
		super(message);
	}

	/**
	 * @param message what was tried and what came of it, for an administrator; no secrets
	 */
	public DirectoryUnavailableException(String message, Throwable cause) {
		super(message, cause);
	}

}
