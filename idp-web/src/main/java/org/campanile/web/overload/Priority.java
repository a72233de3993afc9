package org.campanile.web.overload;

import java.util.Locale;

/**
 * The main resource of a request. Each has its own permits, so that a slow directory does
 * not affect single sign-on.
 */
enum Priority {

	/** A processor, for a few milliseconds. */
	WORK,
	/** The directory. */
	LOGIN;

	/** The value of the metrics' label {@code lane}. */
	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
