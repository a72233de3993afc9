package org.campanile.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLContext;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests to servers whose addresses services have named. One timeout covers the
 * whole exchange, from the resolution of the name to the last byte of the answer; the
 * size of the answer is limited; redirects are not followed and nothing is repeated; no
 * cookies are kept; certificates and the names in them are verified. Servers inside the
 * network are reached only if the configuration names them. Thread-safe.
 */
public final class OutgoingHttp implements AutoCloseable {

	private static final int CONNECTIONS = 1000;

	/**
	 * As many as the sign-ons to one service that a session records, all of which are
	 * logged out at once: waiting for a connection counts towards a request's timeout.
	 */
	private static final int CONNECTIONS_TO_ONE = 100;

	private static final TimeValue IDLE = TimeValue.ofSeconds(20);

	private final CloseableHttpClient named;

	private final CloseableHttpClient outside;

	/** Runs each request in a thread of its own, as it mostly waits. */
	private final ExecutorService threads = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("outgoing-", 0).factory());

	/**
	 * @param tls the certificates that are trusted
	 */
	public OutgoingHttp(SSLContext tls) {
		this(tls, CONNECTIONS_TO_ONE);
	}

	/**
	 * @param tls the certificates that are trusted
	 * @param connectionsToOne how many requests one server can be sent at once; more
	 * wait, within their timeout
	 */
	public OutgoingHttp(SSLContext tls, int connectionsToOne) {
		this.named = client(tls, SystemDefaultDnsResolver.INSTANCE, connectionsToOne);
		this.outside = client(tls, new PublicDnsResolver(), connectionsToOne);
	}

	private static CloseableHttpClient client(SSLContext tls, DnsResolver resolver, int connectionsToOne) {
		return HttpClients.custom()
			.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
				.setDnsResolver(resolver)
				.setTlsSocketStrategy(new DefaultClientTlsStrategy(tls))
				.setMaxConnTotal(Math.max(CONNECTIONS, connectionsToOne))
				.setMaxConnPerRoute(connectionsToOne)
				.setDefaultConnectionConfig(ConnectionConfig.custom().setTimeToLive(IDLE).build())
				.build())
			.evictIdleConnections(IDLE)
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.disableCookieManagement()
			.disableAuthCaching()
			.disableContentCompression()
			.setUserAgent("Campanile")
			.build();
	}

	/**
	 * A request.
	 *
	 * @param method GET or POST
	 * @param url the whole address
	 * @param headers names and values
	 * @param body the body of a POST; empty for a GET
	 * @param named whether the configuration names the host, so that it may be inside the
	 * network
	 */
	public record Request(String method, String url, Map<String, String> headers, byte[] body, boolean named) {

		public Request {
			headers = Map.copyOf(headers);
		}

		public static Request get(String url, boolean named) {
			return new Request("GET", url, Map.of(), new byte[0], named);
		}

		public static Request post(String url, Map<String, String> headers, byte[] body, boolean named) {
			return new Request("POST", url, headers, body, named);
		}

	}

	/**
	 * An answer.
	 *
	 * @param status the HTTP status, which may be that of a redirect
	 * @param body the content, never null
	 */
	public record Response(int status, byte[] body) {
	}

	/**
	 * Sends a request and waits for the answer.
	 * @param timeout the time limit of the whole exchange
	 * @param maxBytes the largest body that is accepted
	 * @throws IOException if no answer came in time, it is too large, the certificate is
	 * not trusted, or the server may not be reached; the message says which
	 */
	public Response send(Request request, Duration timeout, int maxBytes) throws IOException, InterruptedException {
		HttpUriRequestBase message = message(request, timeout);
		Future<Response> answer = threads.submit(() -> (request.named() ? named : outside).execute(message,
				received -> read(received, maxBytes, message)));
		try {
			return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			throw late(timeout, ex);
		}
		catch (ExecutionException ex) {
			Throwable cause = ex.getCause() == null ? ex : ex.getCause();
			if (cause instanceof InterruptedIOException) {
				throw late(timeout, cause);
			}
			throw new IOException(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
		}
		finally {
			// Closes the connection unless the exchange is complete.
			if (!answer.isDone()) {
				message.abort();
				answer.cancel(true);
			}
		}
	}

	private static IOException late(Duration timeout, Throwable cause) {
		return new IOException("no answer within " + timeout.toMillis() + " ms", cause);
	}

	private static HttpUriRequestBase message(Request request, Duration timeout) throws IOException {
		HttpUriRequestBase message;
		try {
			message = new HttpUriRequestBase(request.method(), URI.create(request.url()));
		}
		catch (IllegalArgumentException ex) {
			throw new IOException("the URL cannot be used: " + ex.getMessage(), ex);
		}
		request.headers().forEach(message::setHeader);
		if (request.method().equals("POST")) {
			String type = request.headers().get("Content-Type");
			message.setEntity(new ByteArrayEntity(request.body(), type == null ? null : ContentType.parse(type)));
		}
		Timeout each = Timeout.of(timeout);
		message.setConfig(RequestConfig.custom().setConnectionRequestTimeout(each).setResponseTimeout(each).build());
		return message;
	}

	private static Response read(ClassicHttpResponse response, int maxBytes, HttpUriRequestBase message)
			throws IOException {
		HttpEntity entity = response.getEntity();
		if (entity == null) {
			return new Response(response.getCode(), new byte[0]);
		}
		InputStream content = entity.getContent();
		byte[] body = content == null ? new byte[0] : content.readNBytes(maxBytes + 1);
		if (body.length > maxBytes) {
			// Closing it would read the rest.
			message.abort();
			throw new IOException("the answer is longer than " + maxBytes + " bytes");
		}
		return new Response(response.getCode(), body);
	}

	@Override
	public void close() throws IOException {
		threads.shutdownNow();
		named.close();
		outside.close();
	}

}
