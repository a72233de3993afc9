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

/** Asks servers on loopback over HTTP. Thread-safe. */
public final class HttpAnswers {

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	/** So much of a page says what is wrong. */
	private static final int LONGEST_REASON = 300;

	private HttpAnswers() {
	}

	/**
	 * The body of an answer.
	 * @throws IOException if there is none within half a minute, or its status is not 200
	 */
	public static String read(URI address) throws IOException {
		HttpResponse<String> answer = ask(address, Duration.ofSeconds(30));
		if (answer.statusCode() != 200) {
			throw new IOException(address + " answers " + answer.statusCode());
		}
		return answer.body();
	}

	/**
	 * Asks until there is an answer with status 200.
	 * @param log what the server prints
	 * @return the body
	 * @throws IOException with the end of its log if it ends before, or takes too long
	 */
	public static String await(String name, URI address, BooleanSupplier alive, Duration patience, Path log)
			throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		String last = "no answer";
		while (alive.getAsBoolean() && System.nanoTime() < end) {
			try {
				HttpResponse<String> answer = ask(address, Duration.ofSeconds(10));
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

	private static HttpResponse<String> ask(URI address, Duration patience) throws IOException {
		try {
			return CLIENT.send(HttpRequest.newBuilder(address).timeout(patience).build(),
					HttpResponse.BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("interrupted while asking " + address);
		}
	}

}
