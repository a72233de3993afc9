package org.campanile.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings with which the directory is reached and searched. All replicas hold the
 * same users.
 *
 * @param servers the replicas, in order of preference
 * @param order the order in which replicas are chosen for a new connection
 * @param transport how the connections are protected
 * @param serviceAccount the account for searches; empty: anonymous
 * @param users the location of users and how they are found
 * @param pools the sizes of the connection pools
 * @param limits time limits
 */
public record DirectorySettings(List<ServerAddress> servers, Order order, Transport transport,
		Optional<ServiceAccount> serviceAccount, Users users, Pools pools, Limits limits) {

	public DirectorySettings {
		servers = List.copyOf(servers);
		if (servers.isEmpty()) {
			throw new IllegalArgumentException("no directory server is named");
		}
	}

	/**
	 * Returns the same settings for logins that bind by name, without a search for it.
	 * @param filter finds the user after the bind; empty if there is none
	 */
	public DirectorySettings bindingByName(Optional<String> filter) {
		return new DirectorySettings(
				servers, order, transport, serviceAccount, new Users(users.baseDn(), users.scope(), users.filter(),
						users.principalAttribute(), users.ignoreReferences(), users.decoyDn(), false, filter),
				pools, limits);
	}

	/** The order in which replicas are chosen for a new connection. */
	public enum Order {

		/** The first that answers, in the order given. */
		FAILOVER,
		/** The replicas are used in turn, except those that do not answer. */
		ROUND_ROBIN

	}

	/** The protection of a connection. */
	public enum Security {

		/** No encryption, for loopback. */
		PLAIN,
		/** The connection uses TLS from the first byte. */
		LDAPS,
		/**
		 * The connection uses TLS after the StartTLS extended operation (RFC 4511 4.14).
		 */
		STARTTLS

	}

	/** The depth below the base at which users are searched (RFC 4511 4.5.1.2). */
	public enum Scope {

		/** Users are directly below the base. */
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
	 * The account for searches.
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
	 * The location of users and the search for them.
	 *
	 * @param baseDn the entry below which users are searched
	 * @param scope how far below
	 * @param filter an LDAP filter (RFC 4515) in which {@code {user}} stands for the name
	 * typed
	 * @param principalAttribute the attribute whose value is the canonical name
	 * @param ignoreReferences whether continuation references are ignored, as Active
	 * Directory needs when searched at the domain root; they are never followed
	 * @param decoyDn an entry to bind against when a name is unknown, so that this also
	 * costs the directory a password hash; empty: a name that does not exist
	 * @param searched whether logins with a password search by {@code filter}, so that
	 * its conditions hold for sessions as well; for logins without a password they do
	 * @param loginFilter the filter that finds the user after a bind by name, whose
	 * conditions hold for sessions and for logins without a password as well; empty if
	 * there is none
	 */
	public record Users(String baseDn, Scope scope, String filter, String principalAttribute, boolean ignoreReferences,
			Optional<String> decoyDn, boolean searched, Optional<String> loginFilter) {

		/** Creates settings for users whom logins search by the filter. */
		public Users(String baseDn, Scope scope, String filter, String principalAttribute, boolean ignoreReferences,
				Optional<String> decoyDn) {
			this(baseDn, scope, filter, principalAttribute, ignoreReferences, decoyDn, true, Optional.empty());
		}

		public Users {
			LdapSyntax.requireDn(baseDn);
			FilterTemplate.parse(filter);
			decoyDn.ifPresent(LdapSyntax::requireDn);
			loginFilter.ifPresent(FilterTemplate::parse);
		}

	}

	/**
	 * The sizes of the connection pools.
	 *
	 * @param search connections of the service account, at most
	 * @param bind connections for password checks, at most
	 * @param maxConcurrent concurrent conversations with the directory, including those
	 * waiting for a connection; further ones are refused without waiting
	 * @param healthCheckInterval how often idle connections are checked
	 * @param maxConnectionAge the lifetime of a connection, so that load returns to a
	 * replica that was unavailable
	 */
	public record Pools(int search, int bind, int maxConcurrent, Duration healthCheckInterval,
			Duration maxConnectionAge) {

		/** Default sizes and times, enough for some thousand logins a minute. */
		public static final Pools DEFAULTS = new Pools(10, 10, 64, Duration.ofSeconds(30), Duration.ofMinutes(10));

		public Pools {
			if (search < 1 || bind < 1 || maxConcurrent < 1) {
				throw new IllegalArgumentException("a pool needs room for at least one connection");
			}
		}

	}

	/**
	 * Time limits.
	 *
	 * @param connect the time until one replica has accepted a connection and completed
	 * its TLS handshake; shorter than the total, so that a second replica can be tried
	 * @param response the time until an answer arrives
	 * @param poolWait the time until a connection is free
	 * @param total the time for all operations of one login
	 */
	public record Limits(Duration connect, Duration response, Duration poolWait, Duration total) {

		/** A login is answered within three seconds, regardless of the directory. */
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
