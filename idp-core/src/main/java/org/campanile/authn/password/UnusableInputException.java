package org.campanile.authn.password;

/** Something was typed that no directory need be asked about. */
final class UnusableInputException extends Exception {

	private static final long serialVersionUID = 1L;

	UnusableInputException(String message) {
		super(message, null, false, false);
	}

}
