package org.campanile.attribute;

/**
 * Thrown if a source of attributes gave an unusable answer for one user. A login treats
 * it as no answer, but it says nothing about the source: other users are still looked up
 * there.
 */
public class UnusableAnswerException extends SourceUnavailableException {

	private static final long serialVersionUID = 1L;

	/**
	 * @param source the source's id
	 * @param message what is wrong with the answer, for an administrator; without its
	 * values
	 */
	public UnusableAnswerException(String source, String message) {
		super(source, message);
	}

	/**
	 * @param source the source's id
	 * @param message what is wrong with the answer, for an administrator; without its
	 * values
	 */
	public UnusableAnswerException(String source, String message, Throwable cause) {
		super(source, message, cause);
	}

}
