package org.campanile.perf.process;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Asks servers on loopback over HTTP. Thread-safe. */
public final class HttpAnswers {

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	/** The longest part of a page quoted in an error, in characters. */
	private static final int LONGEST_REASON = 300;

	private HttpAnswers() {
	}

	/**
	 * Returns the body of an answer.
	 * @throws IOException if there is no answer within half a minute, or its status is
	 * not 200
	 */
	public static String read(URI address) throws IOException {
		return body(address, ask(CLIENT, address, Duration.ofSeconds(30)));
	}

	private static String body(URI address, HttpResponse<String> answer) throws IOException {
		if (answer.statusCode() != 200) {
			throw new IOException(address + " answers " + answer.statusCode());
		}
		return answer.body();
	}

	/**
	 * Returns the body of an answer over TLS.
	 * @param authority the certificate of the server's issuer, in PEM
	 * @throws IOException as with {@link #read(URI)}
	 */
	public static String read(URI address, Path authority) throws IOException {
		PemSslStoreDetails trusted = PemSslStoreDetails.forCertificate(authority.toUri().toString());
		try (HttpClient client = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(Duration.ofSeconds(5))
			.sslContext(SslBundle.of(new PemSslStoreBundle(null, trusted)).createSslContext())
			.build()) {
			return body(address, ask(client, address, Duration.ofSeconds(30)));
		}
	}

	/**
	 * Repeats a request until it is answered with status 200.
	 * @param log the log of the server
	 * @return the body of that answer
	 * @throws IOException with the end of the log, if the server ends before or takes too
	 * long
	 */
	public static String await(String name, URI address, BooleanSupplier alive, Duration patience, Path log)
			throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		String last = "no answer";
		while (alive.getAsBoolean() && System.nanoTime() < end) {
			try {
				HttpResponse<String> answer = ask(CLIENT, address, Duration.ofSeconds(10));
				if (answer.statusCode() == 200) {
					return answer.body();
				}
				String body = answer.body();
				last = "status " + answer.statusCode() + ", "
						+ body.substring(0, Math.min(LONGEST_REASON, body.length()));
			}
			catch (InterruptedIOException ex) {
				throw ex;
			}
			catch (IOException notYet) {
				last = notYet.toString();
			}
			Programs.pause(name);
		}
		throw new IOException(name + (alive.getAsBoolean() ? " is not ready: " + address + ": " + last : " has ended")
				+ Programs.lastLines(log));
	}

	private static HttpResponse<String> ask(HttpClient client, URI address, Duration patience) throws IOException {
		try {
			return client.send(HttpRequest.newBuilder(address).timeout(patience).build(),
					HttpResponse.BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("interrupted while asking " + address);
		}
	}

}
