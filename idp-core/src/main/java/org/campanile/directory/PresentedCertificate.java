package org.campanile.directory;

import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

import com.unboundid.ldap.sdk.ExtendedResult;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.extensions.StartTLSExtendedRequest;
import org.campanile.directory.DirectorySettings.Security;

/**
 * The certificate that a directory server presents, trusted or not, to report what is
 * wrong with it. No data is sent over such a connection.
 *
 * @param certificate the certificate
 */
record PresentedCertificate(X509Certificate certificate) {

	/** Connects to a server; empty if the server does not speak TLS there. */
	static Optional<PresentedCertificate> at(ServerAddress address, Security security,
			DirectorySettings.Limits limits) {
		AtomicReference<X509Certificate> seen = new AtomicReference<>();
		LDAPConnectionOptions options = new LDAPConnectionOptions();
		options.setConnectTimeoutMillis(Math.toIntExact(limits.connect().toMillis()));
		options.setResponseTimeoutMillis(limits.response().toMillis());
		options.setUseSynchronousMode(true);
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, new TrustManager[] { new RecordingTrustManager(seen) }, null);
			if (security == Security.STARTTLS) {
				try (LDAPConnection connection = new LDAPConnection(options, address.host(), address.port())) {
					ExtendedResult result = connection.processExtendedOperation(new StartTLSExtendedRequest(context));
					if (result.getResultCode() == ResultCode.SUCCESS) {
						connection.getRootDSE();
					}
				}
			}
			else {
				try (LDAPConnection connection = new LDAPConnection(
						new BoundedSockets(context.getSocketFactory(), limits), options, address.host(),
						address.port())) {
					connection.getRootDSE();
				}
			}
		}
		catch (LDAPException ex) {
			return Optional.ofNullable(seen.get()).map(PresentedCertificate::new);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("every Java platform has TLS", ex);
		}
		return Optional.ofNullable(seen.get()).map(PresentedCertificate::new);
	}

	boolean isOutOfDate(Instant now) {
		return now.isAfter(certificate.getNotAfter().toInstant())
				|| now.isBefore(certificate.getNotBefore().toInstant());
	}

	String validity() {
		return "it holds from " + certificate.getNotBefore().toInstant() + " to "
				+ certificate.getNotAfter().toInstant();
	}

	String issuer() {
		return certificate.getIssuerX500Principal().getName();
	}

	/** Returns the names in the certificate. */
	String names() {
		try {
			Collection<List<?>> names = certificate.getSubjectAlternativeNames();
			return names == null || names.isEmpty() ? certificate.getSubjectX500Principal().getName()
					: names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.joining(", "));
		}
		catch (CertificateParsingException ex) {
			return certificate.getSubjectX500Principal().getName();
		}
	}

	/** Accepts any certificate and records it. */
	private record RecordingTrustManager(AtomicReference<X509Certificate> seen) implements X509TrustManager {

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String type) {
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String type) {
			seen.set(chain[0]);
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return new X509Certificate[0];
		}

	}

}
