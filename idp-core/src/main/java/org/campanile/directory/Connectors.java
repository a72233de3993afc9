package org.campanile.directory;

import java.util.Optional;

import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;

import com.unboundid.ldap.sdk.BindRequest;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.PostConnectProcessor;
import com.unboundid.ldap.sdk.SingleServerSet;
import com.unboundid.ldap.sdk.StartTLSPostConnectProcessor;
import com.unboundid.util.ssl.HostNameSSLSocketVerifier;
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

	Connectors(DirectorySettings.Transport transport, DirectorySettings.Limits limits) {
		this.options = options(transport, limits);
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

	private static LDAPConnectionOptions options(DirectorySettings.Transport transport,
			DirectorySettings.Limits limits) {
		LDAPConnectionOptions options = new LDAPConnectionOptions();
		options.setConnectTimeoutMillis(Math.toIntExact(limits.connect().toMillis()));
		options.setResponseTimeoutMillis(limits.response().toMillis());
		options.setAbandonOnTimeout(false);
		options.setFollowReferrals(false);
		options.setBindWithDNRequiresPassword(true);
		// Only one caller uses a connection at a time, so that no connection needs a
		// reader thread.
		options.setUseSynchronousMode(true);
		options.setAllowConcurrentSocketFactoryUse(true);
		if (transport.checkHostname()) {
			options.setSSLSocketVerifier(new HostNameSSLSocketVerifier(true));
		}
		return options;
	}

	SingleServerSet to(ServerAddress address, Optional<? extends BindRequest> bind) {
		return new SingleServerSet(address.host(), address.port(), sockets, options, bind.orElse(null), postConnect);
	}

}
