package org.campanile.testkit.nginx;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The front by which the cluster is reached from outside.
 *
 * @param port the port on loopback
 * @param tls certificate and key, for https
 */
public record Front(int port, Optional<Tls> tls) {

	/**
	 * The TLS certificate of the proxy.
	 *
	 * @param certificate in PEM, with those of its issuers
	 * @param key in PEM
	 * @param resumption whether sessions are resumed, as {@code deploy/nginx} configures
	 * it
	 */
	public record Tls(Path certificate, Path key, boolean resumption) {

		/** Creates TLS settings with session resumption. */
		public Tls(Path certificate, Path key) {
			this(certificate, key, true);
		}

	}

	/** Creates a front without TLS, for a demo on this machine. */
	public static Front plain(int port) {
		return new Front(port, Optional.empty());
	}

	/** Creates a front with TLS. */
	public static Front withTls(int port, Tls tls) {
		return new Front(port, Optional.of(tls));
	}

	/** The public address of the server. */
	public String baseUrl() {
		return (tls.isPresent() ? "https" : "http") + "://localhost:" + port + "/idp";
	}

	/** Returns the settings of TLS, made from the shipped ones. */
	String tlsSettings(String shipped) {
		return tls.isEmpty() || tls.get().resumption() ? shipped
				: shipped.replaceAll("ssl_session_cache [^;]+;", "ssl_session_cache off;");
	}

	String directives(Path folder) {
		return tls.map(files -> """
				listen 127.0.0.1:%s ssl;
				        ssl_certificate %s;
				        ssl_certificate_key %s;
				        include %s/campanile-tls.conf;""".formatted(port, files.certificate(), files.key(), folder))
			.orElseGet(() -> "listen 127.0.0.1:" + port + ";");
	}

}
