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
 * @param kind which directory server
 * @param people the people in it
 * @param secure whether servers connect to it over TLS
 */
public record DirectorySpec(Kind kind, Population people, boolean secure) {

	/** The directory servers that can be used. */
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
	 * A running directory, in a process of its own.
	 *
	 * @param address where it listens; {@code ldap} or {@code ldaps}
	 * @param authority certificate of the authority to trust, in PEM; null without TLS
	 * @param pid process id of the directory, or of its parent
	 * @param description for the report
	 * @param versions for the report, by name
	 * @param end ends the process
	 */
	record DirectoryServer(URI address, @Nullable Path authority, long pid, String description,
			Map<String, String> versions, Runnable end) implements AutoCloseable {

		/** Returns the address of a directory that listens on a port of loopback. */
		static URI address(DirectorySpec spec, int port) {
			return URI.create((spec.secure() ? "ldaps" : "ldap") + "://127.0.0.1:" + port);
		}

		/**
		 * Creates {@code server.key} and {@code server.pem} in that folder, if the
		 * directory is to use TLS.
		 * @return the certificate of the issuing authority; null without TLS
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
