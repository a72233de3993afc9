package org.campanile.perf.result;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/**
 * A file of results that is not what it should be; the message is one line for people.
 */
public final class UnreadableResultException extends IOException {

	@Serial
	private static final long serialVersionUID = 1L;

	UnreadableResultException(Path file, String reason, String remedy) {
		super(file + ": " + reason + "; " + remedy);
	}

	UnreadableResultException(Path file, String reason, String remedy, Throwable cause) {
		super(file + ": " + reason + "; " + remedy, cause);
	}

}
