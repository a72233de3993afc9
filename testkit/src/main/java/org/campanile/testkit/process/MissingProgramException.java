package org.campanile.testkit.process;

/** Thrown if a program of the system is missing; the message says what to install. */
public final class MissingProgramException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	public MissingProgramException(String message) {
		super(message);
	}

}
