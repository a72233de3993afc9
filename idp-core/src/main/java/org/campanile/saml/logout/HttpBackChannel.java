package org.campanile.saml.logout;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import org.campanile.http.OutgoingHttp;

/**
 * SOAP over HTTP (SAML Bindings 3.2.3), to the URLs of metadata, which may be inside the
 * network. Thread-safe.
 */
public final class HttpBackChannel implements BackChannel {

	private static final Map<String, String> HEADERS = Map.of("Content-Type", "text/xml; charset=UTF-8", "SOAPAction",
			"\"http://www.oasis-open.org/committees/security\"", "Cache-Control", "no-cache, no-store");

	private final OutgoingHttp http;

	private final Duration timeout;

	private final int maxBytes;

	/**
	 * @param timeout from opening the connection to the end of the response
	 * @param maxBytes the maximum size of the response
	 */
	public HttpBackChannel(OutgoingHttp http, Duration timeout, int maxBytes) {
		this.http = http;
		this.timeout = timeout;
		this.maxBytes = maxBytes;
	}

	@Override
	public byte[] post(String url, byte[] envelope) throws IOException, InterruptedException {
		OutgoingHttp.Response response = http.send(OutgoingHttp.Request.post(url, HEADERS, envelope, true), timeout,
				maxBytes);
		// A SOAP fault has status 500 (SOAP 1.1, 6.2) and is not a usable response
		// either.
		if (response.status() != 200) {
			throw new IOException("HTTP status " + response.status());
		}
		return response.body();
	}

}
