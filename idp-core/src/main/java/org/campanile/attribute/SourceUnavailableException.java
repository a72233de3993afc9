package org.campanile.attribute;

/**
 * Thrown if a source of attributes did not answer within its limits, or gave an unusable
 * answer. Says nothing about the user.
 */
public class SourceUnavailableException extends Exception {

	private static final long serialVersionUID = 1L;

	private final String source;

	/**
	 * @param source the source's id
	 * @param message what was tried and what came of it, for an administrator; no secrets
	 */
	public SourceUnavailableException(String source, String message) {
		super(message);
		this.source = source;
	}

	/**
	 * @param source the source's id
	 * @param message what was tried and what came of it, for an administrator; no secrets
	 */
	public SourceUnavailableException(String source, String message, Throwable cause) {
		super(message, cause);
		this.source = source;
	}

	/** The id of the source. */
	public String source() {
		return source;
	}

}
