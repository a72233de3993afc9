package org.campanile.perf.profile;

import java.io.IOException;

/** A profile could not be made; the message says why and what to do. */
public final class ProfilingException extends IOException {

	private static final long serialVersionUID = 1L;

	ProfilingException(String message) {
		super(message);
	}

	ProfilingException(String message, Throwable cause) {
		super(message, cause);
	}

}
