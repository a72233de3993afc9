package org.campanile.web.command;

import java.net.Socket;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Accepts any certificate, whatever its subject. */
final class AnyCertificate extends X509ExtendedTrustManager {

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
		throw new UnsupportedOperationException("for clients alone");
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
		throw new UnsupportedOperationException("for clients alone");
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String type) {
		throw new UnsupportedOperationException("for clients alone");
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
		// The peer is on this machine.
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
		// The peer is on this machine.
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String type) {
		// The peer is on this machine.
	}

	@Override
	public X509Certificate[] getAcceptedIssuers() {
		return new X509Certificate[0];
	}

}
