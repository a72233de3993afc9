package org.campanile.web.config;

/**
 * What a feature says of itself when the server is ready: a bean, ordered by one of the
 * constants.
 */
@FunctionalInterface
public interface StartupLines {

	/** Who the server is. */
	int NAMES = 0;

	/** Where it listens. */
	int PORTS = 10;

	/** Where it knows users from. */
	int USERS = 20;

	/** The services it serves. */
	int SERVICES = 30;

	/** Where it keeps sessions. */
	int STORE = 40;

	/** What it signs with. */
	int KEYS = 50;

	/** What it seals with. */
	int SEALING = 60;

	/** Who computes. */
	int CRYPTOGRAPHY = 70;

	void addTo(SummaryLines lines);

}
