package org.campanile.web.servers;

import java.io.IOException;
import java.nio.file.Path;

import org.campanile.web.cluster.Front;

import static org.assertj.core.api.Assertions.assertThat;

/** What nginx shows of itself in the tests. */
final class FrontCertificate {

	private FrontCertificate() {
	}

	/** A key and a certificate that it signed itself, of two days, in a folder. */
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

}
