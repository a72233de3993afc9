package org.campanile.web.command;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A running server was not asked, or did not do what it was asked for. The message is one
 * line with the reason and a remedy.
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

	/** What went wrong, with the exit code (sysexits.h) of a command that it ends. */
	enum Kind {

		/** The home folder does not say where the server is. */
		CONFIGURATION(Campanile.FAULTY_CONFIGURATION),

		/** Nothing answers, or not in time. */
		NOT_RUNNING(69),

		/** The token is wrong, or missing. */
		TOKEN(77),

		/** The server refuses it in spite of the token. */
		FORBIDDEN(77),

		/** There is no such thing, or no such endpoint. */
		NOT_FOUND(1),

		/** The server cannot make sense of the request. */
		BAD_REQUEST(1),

		/** The server cannot do it now. */
		UNAVAILABLE(69),

		/** Anything else. */
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

	/** What the server answered, if it did. */
	Optional<String> body() {
		return Optional.ofNullable(body);
	}

}
