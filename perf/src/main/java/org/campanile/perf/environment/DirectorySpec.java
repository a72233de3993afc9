package org.campanile.perf.environment;

import org.campanile.perf.load.Population;

/**
 * The directory of a measurement.
 *
 * @param kind which server
 * @param people who is in it
 * @param secure whether it is asked over TLS
 */
public record DirectorySpec(Kind kind, Population people, boolean secure) {

	/** Servers that hold the people. */
	public enum Kind {

		/** UnboundID's in-memory server, in a process of its own. */
		EMBEDDED,
		/** OpenLDAP, loaded by {@code slapadd}. */
		OPENLDAP

	}

	public static DirectorySpec embedded(Population people) {
		return new DirectorySpec(Kind.EMBEDDED, people, false);
	}

	public static DirectorySpec openLdap(Population people) {
		return new DirectorySpec(Kind.OPENLDAP, people, false);
	}

}
