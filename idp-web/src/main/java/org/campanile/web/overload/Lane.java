package org.campanile.web.overload;

import java.util.Locale;

/**
 * What a request mostly needs. Each lane has places of its own, so that a slow directory
 * leaves single sign-on alone.
 */
enum Lane {

	/** A processor, for a few milliseconds. */
	WORK,
	/** The directory. */
	LOGIN;

	/** The lane in metrics. */
	String label() {
		return name().toLowerCase(Locale.ROOT);
	}

}
