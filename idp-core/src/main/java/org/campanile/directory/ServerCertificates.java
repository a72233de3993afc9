package org.campanile.directory;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.util.ssl.HostNameSSLSocketVerifier;
import com.unboundid.util.ssl.SSLSocketVerifier;
import com.unboundid.util.ssl.TrustAllSSLSocketVerifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks after each TLS handshake whether the certificate names the host, if so
 * configured, and notes when it expires. Warns once a day of one that expires soon.
 * Thread-safe.
 */
final class ServerCertificates extends SSLSocketVerifier {

	private static final Logger logger = LoggerFactory.getLogger(ServerCertificates.class);

	/** Short, because many certificates are renewed only 30 days before they expire. */
	private static final Duration NOTICE = Duration.ofDays(14);

	private final SSLSocketVerifier names;

	private final InstantSource clock;

	private final Map<ServerAddress, Seen> seen = new ConcurrentHashMap<>();

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	/** When the certificate of an address expires. */
	private record Seen(InetAddress address, Instant expiry) {
	}

	ServerCertificates(boolean checkHostname, InstantSource clock) {
		this.names = checkHostname ? new HostNameSSLSocketVerifier(true) : TrustAllSSLSocketVerifier.getInstance();
		this.clock = clock;
	}

	@Override
	public void verifySSLSocket(String host, int port, SSLSocket socket) throws LDAPException {
		names.verifySSLSocket(host, port, socket);
		try {
			X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
			note(new ServerAddress(host, port), socket.getInetAddress(), certificate.getNotAfter().toInstant());
		}
		catch (SSLPeerUnverifiedException ex) {
			throw new LDAPException(ResultCode.CONNECT_ERROR, "the server presents no certificate: " + ex.getMessage(),
					ex);
		}
	}

	/**
	 * If the addresses of a host have several certificates, the one that expires first
	 * counts, until its address has another.
	 */
	void note(ServerAddress server, InetAddress address, Instant expiry) {
		seen.merge(server, new Seen(address, expiry),
				(old, latest) -> latest.address().equals(old.address()) || latest.expiry().isBefore(old.expiry())
						? latest : old);
		warning(server).filter(logged::add).ifPresent(line -> logger.warn("Directory server {}", line));
	}

	/** When the server's certificate expires; empty before the first handshake. */
	Optional<Instant> expiry(ServerAddress server) {
		return Optional.ofNullable(seen.get(server)).map(Seen::expiry);
	}

	/** Why the server's certificate needs attention, beginning with the server. */
	Optional<String> warning(ServerAddress server) {
		Instant now = clock.instant();
		return expiry(server).filter(expiry -> !expiry.isAfter(now.plus(NOTICE)))
			.map(expiry -> server + " has a certificate that expires on " + expiry + " ("
					+ Duration.between(now, expiry).toDays() + " days left) and is refused after that; replace it "
					+ "at that server");
	}

}
