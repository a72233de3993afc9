package org.campanile.web.command;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a request to a running server could not be sent, or failed. The message is
 * one line with the reason and a remedy.
 */
final class ManagementException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	private final @Nullable String body;

	ManagementException(Kind kind, String line) {
		this(kind, line, null);
	}

	/**
	 * @param body what the server answered
	 */
	ManagementException(Kind kind, String line, @Nullable String body) {
		super(line);
		this.kind = kind;
		this.body = body;
	}

	/** The kind of failure, with the exit code (sysexits.h) of the command. */
	enum Kind {

		/** The home folder does not specify the server's address. */
		CONFIGURATION(Campanile.FAULTY_CONFIGURATION),

		/** No server answers in time. */
		NOT_RUNNING(69),

		/** The token is wrong, or missing. */
		TOKEN(77),

		/** The server refuses the request in spite of the token. */
		FORBIDDEN(77),

		/** There is no such resource or endpoint. */
		NOT_FOUND(1),

		/** The server does not understand the request. */
		BAD_REQUEST(1),

		/** The server cannot answer the request now. */
		UNAVAILABLE(69),

		/** Any other failure. */
		OTHER(1);

		private final int exitCode;

		Kind(int exitCode) {
			this.exitCode = exitCode;
		}

	}

	Kind kind() {
		return kind;
	}

	int exitCode() {
		return kind.exitCode;
	}

	/** Returns the server's answer, if there was one. */
	Optional<String> body() {
		return Optional.ofNullable(body);
	}

}
