package org.campanile.attribute;

/**
 * Thrown if a source of attributes cannot process a value of one user, such as text where
 * its query needs a number. That does not pass by itself, so it is no outage: it has the
 * effect of a query parameter that the user has several values of.
 */
public final class UnfitValueException extends UnusableAnswerException {

	private static final long serialVersionUID = 1L;

	/**
	 * @param source the source's id
	 * @param message what is wrong with the value and what helps, for an administrator;
	 * without the value
	 */
	public UnfitValueException(String source, String message) {
		super(source, message);
	}

	/**
	 * @param source the source's id
	 * @param message what is wrong with the value and what helps, for an administrator;
	 * without the value
	 */
	public UnfitValueException(String source, String message, Throwable cause) {
		super(source, message, cause);
	}

}
