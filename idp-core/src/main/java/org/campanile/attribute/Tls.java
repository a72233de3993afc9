package org.campanile.attribute;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS to directories and other sources. */
public final class Tls {

	private Tls() {
	}

	/**
	 * A context that trusts only the given CA certificates, or those of the JDK.
	 * @throws IllegalArgumentException if the file cannot be read or contains none
	 */
	public static SSLContext context(Optional<Path> trustedCertificates) {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, trustedCertificates.isEmpty() ? null : trusting(trustedCertificates.get()), null);
			return context;
		}
		catch (GeneralSecurityException | IOException ex) {
			throw new IllegalArgumentException(trustedCertificates.map(Path::toString).orElse("the JDK's trust store")
					+ " cannot be used: " + ex.getMessage(), ex);
		}
	}

	private static javax.net.ssl.TrustManager[] trusting(Path file) throws GeneralSecurityException, IOException {
		Collection<? extends Certificate> certificates;
		try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
			certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
		}
		if (certificates.isEmpty()) {
			throw new GeneralSecurityException("it holds no certificate in PEM");
		}
		KeyStore store = KeyStore.getInstance("PKCS12");
		store.load(null, null);
		int number = 0;
		for (Certificate certificate : certificates) {
			store.setCertificateEntry("ca-" + number++, certificate);
		}
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init(store);
		return factory.getTrustManagers();
	}

}
