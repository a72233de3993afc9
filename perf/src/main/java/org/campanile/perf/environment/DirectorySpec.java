package org.campanile.perf.environment;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

import org.campanile.perf.load.Population;
import org.campanile.testkit.directory.TestAuthority;
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

	/**
	 * A directory that runs, in a process of its own.
	 *
	 * @param address where it listens; {@code ldap} or {@code ldaps}
	 * @param authority whose certificates must be trusted, in PEM; null without TLS
	 * @param pid the process whose descendants it is
	 * @param description for the report
	 * @param versions for the report, by name
	 * @param end ends the process
	 */
	record DirectoryServer(URI address, @Nullable Path authority, long pid, String description,
			Map<String, String> versions, Runnable end) implements AutoCloseable {

		/** The address of one that listens on a port of loopback. */
		static URI address(DirectorySpec spec, int port) {
			return URI.create((spec.secure() ? "ldaps" : "ldap") + "://127.0.0.1:" + port);
		}

		/**
		 * Makes key and certificate, {@code server.key} and {@code server.pem} in that
		 * folder, if the directory is to be asked over TLS.
		 * @return the authority that issued it; null without TLS
		 */
		static @Nullable Path certified(DirectorySpec spec, Path folder) {
			if (!spec.secure()) {
				return null;
			}
			TestAuthority authority = new TestAuthority(folder);
			authority.issueForLoopback(folder);
			return authority.certificate();
		}

		@Override
		public void close() {
			end.run();
		}

	}

}
