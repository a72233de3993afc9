package org.campanile.testkit.nginx;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FrontTests {

	@Test
	void whenTheFrontIsPlainThenHttpOnLoopback() {
		Front front = Front.plain(8080);
		assertThat(front.baseUrl()).isEqualTo("http://localhost:8080/idp");
		assertThat(front.directives(Path.of("/work"))).isEqualTo("listen 127.0.0.1:8080;");
	}

	@Test
	void whenTheFrontHasACertificateThenHttpsOnLoopbackWithTheShippedSettings() {
		Front front = Front.withTls(8443, new Front.Tls(Path.of("/c.pem"), Path.of("/k.pem")));
		assertThat(front.baseUrl()).isEqualTo("https://localhost:8443/idp");
		assertThat(front.directives(Path.of("/work"))).contains("listen 127.0.0.1:8443 ssl", "ssl_certificate /c.pem;",
				"ssl_certificate_key /k.pem;", "include /work/campanile-tls.conf;");
		assertThat(front.tlsSettings("ssl_session_cache shared:a:1m;")).isEqualTo("ssl_session_cache shared:a:1m;");
	}

	@Test
	void whenSessionsAreNotToBeResumedThenNginxKeepsNone() {
		Front front = Front.withTls(8443, new Front.Tls(Path.of("/c.pem"), Path.of("/k.pem"), false));
		assertThat(front.tlsSettings("ssl_session_cache shared:a:1m;\nssl_session_tickets off;\n"))
			.isEqualTo("ssl_session_cache off;\nssl_session_tickets off;\n");
	}

}
