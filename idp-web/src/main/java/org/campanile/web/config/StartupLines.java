package org.campanile.web.config;

/**
 * The lines that a feature contributes to the summary logged when the server is ready. A
 * bean, ordered by one of the constants.
 */
@FunctionalInterface
public interface StartupLines {

	/** The server's identity. */
	int NAMES = 0;

	/** The order of the ports on which the server listens. */
	int PORTS = 10;

	/** The directory of users. */
	int USERS = 20;

	/** The order of the services that are served. */
	int SERVICES = 30;

	/** The store of sessions. */
	int STORE = 40;

	/** The signing keys. */
	int KEYS = 50;

	/** The sealing keys. */
	int SEALING = 60;

	/** The providers of cryptography. */
	int CRYPTOGRAPHY = 70;

	void addTo(SummaryLines lines);

}
