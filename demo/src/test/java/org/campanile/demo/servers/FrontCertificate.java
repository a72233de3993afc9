package org.campanile.demo.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.servers.Installed;

import static org.assertj.core.api.Assertions.assertThat;

/** The TLS certificate of nginx in the tests. */
final class FrontCertificate {

	private FrontCertificate() {
	}

	/** Creates a key and a self-signed certificate, valid for two days. */
	static Front.Tls make(Path folder) throws IOException, InterruptedException {
		Path certificate = folder.resolve("front.pem");
		Path key = folder.resolve("front.key");
		Process made = new ProcessBuilder(Installed.OPENSSL.path().toString(), "req", "-x509", "-newkey", "rsa:2048",
				"-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
				key.toString(), "-out", certificate.toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("openssl.log").toFile())
			.start();
		assertThat(made.waitFor()).as("openssl").isZero();
		return new Front.Tls(certificate, key);
	}

	/** Returns a TLS context that trusts only this certificate. */
	static SSLContext trusting(Path certificate) throws Exception {
		KeyStore store = KeyStore.getInstance("PKCS12");
		store.load(null, null);
		try (InputStream in = Files.newInputStream(certificate)) {
			store.setCertificateEntry("front", CertificateFactory.getInstance("X.509").generateCertificate(in));
		}
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init(store);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, factory.getTrustManagers(), null);
		return context;
	}

}
