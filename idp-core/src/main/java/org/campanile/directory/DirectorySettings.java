package org.campanile.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the directory is reached and searched. All replicas hold the same people.
 *
 * @param servers the replicas, in order of preference
 * @param order which replica a new connection goes to
 * @param transport how the connections are protected
 * @param serviceAccount whom searches are made as; empty: anonymously
 * @param users where people are and how they are found
 * @param pools how many connections are held
 * @param limits how long anything may take
 */
public record DirectorySettings(List<ServerAddress> servers, Order order, Transport transport,
		Optional<ServiceAccount> serviceAccount, Users users, Pools pools, Limits limits) {

	public DirectorySettings {
		servers = List.copyOf(servers);
		if (servers.isEmpty()) {
			throw new IllegalArgumentException("no directory server is named");
		}
	}

	/** Which replica a new connection goes to. */
	public enum Order {

		/** The first that answers, in the order given. */
		FAILOVER,
		/** Each in turn, passing over those that do not answer. */
		ROUND_ROBIN

	}

	/** How a connection is protected. */
	public enum Security {

		/** Not at all: for loopback. */
		PLAIN,
		/** TLS from the first byte. */
		LDAPS,
		/** TLS after the StartTLS extended operation (RFC 4511 4.14). */
		STARTTLS

	}

	/** How far below the base people are looked for (RFC 4511 4.5.1.2). */
	public enum Scope {

		/** Directly below the base. */
		ONE_LEVEL,
		/** The base and everything below. */
		SUBTREE

	}

	/**
	 * Transport security.
	 *
	 * @param security the kind
	 * @param trustedCertificates a file of CA certificates in PEM; empty: those of the
	 * JDK
	 * @param checkHostname whether a certificate must name the host connected to (RFC
	 * 4513 3.1.3)
	 */
	public record Transport(Security security, Optional<Path> trustedCertificates, boolean checkHostname) {
	}

	/**
	 * Whom searches are made as.
	 *
	 * @param dn the account's distinguished name
	 * @param password its password, never printed
	 */
	public record ServiceAccount(String dn, String password) {

		@Override
		public String toString() {
			return "ServiceAccount[" + dn + "]";
		}

	}

	/**
	 * Where people are and how they are found.
	 *
	 * @param baseDn the entry below which people are looked for
	 * @param scope how far below
	 * @param filter an LDAP filter (RFC 4515) in which {@code {user}} stands for the name
	 * typed
	 * @param principalAttribute the attribute whose value is the canonical name
	 * @param ignoreReferences whether a continuation reference beside an entry is passed
	 * over, as Active Directory needs when searched at the domain root; it is never
	 * followed
	 * @param decoyDn an entry to bind against when a name is unknown, so that this costs
	 * the directory a password hash too; empty: a name that does not exist
	 */
	public record Users(String baseDn, Scope scope, String filter, String principalAttribute, boolean ignoreReferences,
			Optional<String> decoyDn) {

		public Users {
			LdapSyntax.requireDn(baseDn);
			FilterTemplate.parse(filter);
			decoyDn.ifPresent(LdapSyntax::requireDn);
		}

	}

	/**
	 * How many connections are held.
	 *
	 * @param search connections of the service account, at most
	 * @param bind connections on which passwords are checked, at most
	 * @param maxConcurrent conversations with the directory at once, those waiting for a
	 * connection included; more are turned away without waiting
	 * @param healthCheckInterval how often idle connections are tried
	 * @param maxConnectionAge how long a connection lives, so that load comes back to a
	 * replica that was away
	 */
	public record Pools(int search, int bind, int maxConcurrent, Duration healthCheckInterval,
			Duration maxConnectionAge) {

		/** Enough for some thousand logins a minute. */
		public static final Pools DEFAULTS = new Pools(10, 10, 64, Duration.ofSeconds(30), Duration.ofMinutes(10));

		public Pools {
			if (search < 1 || bind < 1 || maxConcurrent < 1) {
				throw new IllegalArgumentException("a pool needs room for at least one connection");
			}
		}

	}

	/**
	 * How long anything may take.
	 *
	 * @param connect until one replica has accepted a connection and its TLS handshake is
	 * done; shorter than the total, so that a second replica can be tried
	 * @param response until an answer arrives
	 * @param poolWait until a connection is free
	 * @param total everything that one login asks of the directory
	 */
	public record Limits(Duration connect, Duration response, Duration poolWait, Duration total) {

		/** A login is answered within three seconds, whatever the directory does. */
		public static final Limits DEFAULTS = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(3),
				Duration.ofSeconds(3), Duration.ofMillis(2800));

		public Limits {
			for (Duration limit : List.of(connect, response, poolWait, total)) {
				if (!limit.isPositive() || limit.compareTo(Duration.ofHours(1)) > 0) {
					throw new IllegalArgumentException("a time limit must be positive and at most an hour");
				}
			}
		}

	}

}
