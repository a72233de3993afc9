package org.campanile.directory.password;

/** The input is invalid, so that no directory request is needed. */
final class UnusableInputException extends Exception {

	private static final long serialVersionUID = 1L;

	UnusableInputException(String message) {
		super(message, null, false, false);
	}

}
