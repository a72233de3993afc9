package org.campanile.saml.logout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * SOAP over HTTP (SAML Bindings 3.2.3). One limit of time covers all of it, from the
 * connection to the answer's last byte; the answer's size is bounded; redirects are not
 * followed, since only metadata says where a service is; certificates are checked as the
 * Java runtime does. Thread-safe.
 */
public final class HttpBackChannel implements BackChannel, AutoCloseable {

	private final HttpClient client;

	private final Duration timeout;

	private final int maxBytes;

	/**
	 * @param timeout from the connection's beginning to the answer's end
	 * @param maxBytes the longest answer accepted
	 */
	public HttpBackChannel(Duration timeout, int maxBytes) {
		this.timeout = timeout;
		this.maxBytes = maxBytes;
		this.client = HttpClient.newBuilder()
			.connectTimeout(timeout)
			.followRedirects(HttpClient.Redirect.NEVER)
			.version(HttpClient.Version.HTTP_1_1)
			.build();
	}

	@Override
	public byte[] post(String url, byte[] envelope) throws IOException, InterruptedException {
		HttpRequest request = request(url, envelope);
		CompletableFuture<HttpResponse<byte[]>> exchange = client.sendAsync(request,
				HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), maxBytes));
		try {
			HttpResponse<byte[]> response = exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
			// A fault comes with 500 (SOAP 1.1, 6.2), and is no answer either.
			if (response.statusCode() != 200) {
				throw new IOException("HTTP status " + response.statusCode());
			}
			return response.body();
		}
		catch (TimeoutException ex) {
			throw new IOException("no answer within " + timeout.toMillis() + " ms", ex);
		}
		catch (ExecutionException ex) {
			Throwable cause = ex.getCause() == null ? ex : ex.getCause();
			throw new IOException(cause.toString(), ex);
		}
		finally {
			// Closes the connection unless it is over.
			exchange.cancel(true);
		}
	}

	private static HttpRequest request(String url, byte[] envelope) throws IOException {
		try {
			return HttpRequest.newBuilder(URI.create(url))
				.header("Content-Type", "text/xml; charset=UTF-8")
				.header("SOAPAction", "\"http://www.oasis-open.org/committees/security\"")
				.header("Cache-Control", "no-cache, no-store")
				.POST(HttpRequest.BodyPublishers.ofByteArray(envelope))
				.build();
		}
		catch (IllegalArgumentException ex) {
			throw new IOException("the address cannot be used: " + ex.getMessage(), ex);
		}
	}

	@Override
	public void close() {
		client.shutdownNow();
	}

}
