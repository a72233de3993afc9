package org.campanile.directory;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;

import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPConnectionPoolHealthCheck;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.NameResolver;
import com.unboundid.ldap.sdk.PostConnectProcessor;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.StartTLSPostConnectProcessor;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.Tls;

/**
 * Opens connections with time limits, TLS and host name verification, and without
 * following referrals. Thread-safe.
 */
final class Connectors {

	private final LDAPConnectionOptions options;

	private final SocketFactory sockets;

	private final @Nullable PostConnectProcessor postConnect;

	private final ServerCertificates certificates;

	private final InstantSource clock;

	/** When addresses failed recently that have not answered since. */
	private final Map<InetSocketAddress, Instant> failures = new ConcurrentHashMap<>();

	/** How long connecting may take. */
	long connectNanos() {
		return TimeUnit.MILLISECONDS.toNanos(options.getConnectTimeoutMillis());
	}

	Connectors(DirectorySettings.Transport transport, DirectorySettings.Limits limits, InstantSource clock) {
		this(transport, limits, clock, LDAPConnectionOptions.DEFAULT_NAME_RESOLVER);
	}

	Connectors(DirectorySettings.Transport transport, DirectorySettings.Limits limits, InstantSource clock,
			NameResolver resolver) {
		this.clock = clock;
		this.options = options(limits);
		options.setNameResolver(resolver);
		this.certificates = new ServerCertificates(transport.checkHostname(), clock);
		options.setSSLSocketVerifier(certificates);
		switch (transport.security()) {
			case LDAPS -> {
				this.sockets = new BoundedSockets(Tls.context(transport.trustedCertificates()).getSocketFactory(),
						limits);
				this.postConnect = null;
			}
			case STARTTLS -> {
				SSLContext context = Tls.context(transport.trustedCertificates());
				this.sockets = SocketFactory.getDefault();
				this.postConnect = new StartTLSPostConnectProcessor(context);
			}
			default -> {
				this.sockets = SocketFactory.getDefault();
				this.postConnect = null;
			}
		}
	}

	private static LDAPConnectionOptions options(DirectorySettings.Limits limits) {
		LDAPConnectionOptions options = new LDAPConnectionOptions();
		options.setConnectTimeoutMillis(Math.toIntExact(limits.connect().toMillis()));
		options.setResponseTimeoutMillis(limits.response().toMillis());
		options.setAbandonOnTimeout(false);
		// Closing a connection to a server that disappeared would wait for it.
		options.setUseLinger(false, 0);
		options.setFollowReferrals(false);
		options.setBindWithDNRequiresPassword(true);
		// Only one caller uses a connection at a time, so that no connection needs a
		// reader thread.
		options.setUseSynchronousMode(true);
		options.setAllowConcurrentSocketFactoryUse(true);
		return options;
	}

	ServerSet to(ServerAddress address, Optional<? extends BindRequest> bind) {
		return new Host(address, bind.orElse(null));
	}

	/** An operation failed on a connection: other addresses are preferred for a while. */
	void failed(LDAPConnection connection) {
		InetAddress address = connection.getConnectedInetAddress();
		// Unknown once the connection is closed; whether the server still accepts then
		// shows when connecting.
		if (address != null) {
			failures.put(new InetSocketAddress(address, connection.getConnectedPort()), clock.instant());
		}
	}

	/** The certificates seen so far. */
	ServerCertificates certificates() {
		return certificates;
	}

	/**
	 * A host name with one or several addresses, such as that of an Active Directory
	 * domain, which has those of all its controllers. The SDK's own set for such names
	 * connects one caller at a time, so that all would wait for an address that does not
	 * answer. The certificate is checked against the name, whatever the address.
	 * Thread-safe.
	 */
	private final class Host extends ServerSet {

		/**
		 * The maximum number of addresses tried for one connection, so that a login has
		 * time left for another host.
		 */
		private static final int MAX_TRIES = 2;

		/** How long other addresses are preferred to one that failed. */
		private static final Duration SUSPICION = Duration.ofSeconds(60);

		private final ServerAddress server;

		private final @Nullable BindRequest bind;

		Host(ServerAddress server, @Nullable BindRequest bind) {
			this.server = server;
			this.bind = bind;
		}

		@Override
		public boolean includesAuthentication() {
			return bind != null;
		}

		@Override
		public boolean includesPostConnectProcessing() {
			return postConnect != null;
		}

		@Override
		public LDAPConnection getConnection() throws LDAPException {
			return getConnection(null);
		}

		@Override
		public LDAPConnection getConnection(@Nullable LDAPConnectionPoolHealthCheck healthCheck) throws LDAPException {
			LDAPException failure = null;
			for (InetAddress address : attempts()) {
				try {
					LDAPConnection connection = connection(address, healthCheck);
					failures.remove(at(address));
					return connection;
				}
				catch (LDAPException ex) {
					if (ex.getResultCode().isConnectionUsable()) {
						// An answer, such as that the password is wrong.
						throw ex;
					}
					failures.put(at(address), clock.instant());
					failure = ex;
				}
			}
			throw Objects.requireNonNull(failure);
		}

		private LDAPConnection connection(InetAddress address, @Nullable LDAPConnectionPoolHealthCheck healthCheck)
				throws LDAPException {
			LDAPConnection connection = new LDAPConnection(sockets, options);
			connection.connect(server.host(), address, server.port(), options.getConnectTimeoutMillis());
			doBindPostConnectAndHealthCheckProcessing(connection, bind, postConnect, healthCheck);
			associateConnectionWithThisServerSet(connection);
			return connection;
		}

		private InetSocketAddress at(InetAddress address) {
			return new InetSocketAddress(address, server.port());
		}

		/**
		 * The addresses to try: in the order of the name service, recently failed ones
		 * last.
		 */
		private List<InetAddress> attempts() throws LDAPException {
			Instant forgotten = clock.instant().minus(SUSPICION);
			failures.values().removeIf(failure -> !failure.isAfter(forgotten));
			Map<InetSocketAddress, Instant> failed = Map.copyOf(failures);
			try {
				return Stream.of(options.getNameResolver().getAllByName(server.host()))
					.sorted(Comparator.comparing(address -> failed.getOrDefault(at(address), Instant.MIN)))
					.limit(MAX_TRIES)
					.toList();
			}
			catch (UnknownHostException ex) {
				throw new LDAPException(ResultCode.CONNECT_ERROR,
						"the name " + server.host() + " cannot be resolved: " + ex.getMessage(), ex);
			}
		}

	}

}
