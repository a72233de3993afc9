package org.campanile.perf.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.campanile.perf.load.Population;
import org.jspecify.annotations.Nullable;

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

	/** A directory that runs, in a process of its own. */
	interface DirectoryServer extends AutoCloseable {

		/** Where it listens; {@code ldap} or {@code ldaps}. */
		URI address();

		/** The certificate it shows, in PEM; null without TLS. */
		@Nullable Path certificate();

		/** The process whose descendants it is. */
		long pid();

		/**
		 * Its properties, for the report.
		 * @param name what the report calls it
		 */
		Map<String, String> settings(String name);

		@Override
		void close();

	}

}
