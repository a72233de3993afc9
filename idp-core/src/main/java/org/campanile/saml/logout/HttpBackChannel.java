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
 * SOAP over HTTP (SAML Bindings 3.2.3). One timeout covers the whole exchange, from the
 * connection to the last byte of the response; the size of the response is bounded;
 * redirects are not followed, since only metadata determines where a service is;
 * certificates are validated by the Java runtime. Thread-safe.
 */
public final class HttpBackChannel implements BackChannel, AutoCloseable {

	private final HttpClient client;

	private final Duration timeout;

	private final int maxBytes;

	/**
	 * @param timeout from opening the connection to the end of the response
	 * @param maxBytes the maximum size of the response
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
			// A SOAP fault has status 500 (SOAP 1.1, 6.2) and is not a usable response
			// either.
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
			// Closes the connection unless the exchange is complete.
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
			throw new IOException("the URL cannot be used: " + ex.getMessage(), ex);
		}
	}

	@Override
	public void close() {
		client.shutdownNow();
	}

}
