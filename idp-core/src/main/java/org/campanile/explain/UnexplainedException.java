package org.campanile.explain;

/** The user or service cannot be explained. The message names the remedy. */
public final class UnexplainedException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	public enum Kind {

		/** There is no such user, or several match. */
		PERSON,
		/** There is no such service, or it is not served. */
		SERVICE,
		/** The directory or the store does not answer. */
		UNAVAILABLE

	}

	/**
	 * @param message one line: what is wrong, and what to do
	 */
	public UnexplainedException(Kind kind, String message) {
		super(message.replaceAll("\\s*\\R\\s*", " "));
		this.kind = kind;
	}

	public Kind kind() {
		return kind;
	}

}
