package org.campanile.directory;

import org.campanile.attribute.SourceRule;
import org.campanile.attribute.SourceUnavailableException;

/**
 * Thrown if no directory server answered within its limits. Says nothing about the user
 * or the password.
 */
public class DirectoryUnavailableException extends SourceUnavailableException {

	private static final long serialVersionUID = 1L;

	/**
	 * @param message what was tried and the outcome, for an administrator; no secrets
	 */
	public DirectoryUnavailableException(String message) {
		super(SourceRule.USER_ENTRY, message);
	}

	/**
	 * @param message what was tried and the outcome, for an administrator; no secrets
	 */
	public DirectoryUnavailableException(String message, Throwable cause) {
		super(SourceRule.USER_ENTRY, message, cause);
	}

}
