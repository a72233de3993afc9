package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.campanile.testkit.process.ChildProcess;

/** Waits until a server answers. */
final class HttpReadiness {

	private static final int LAST_LINES = 12;

	private static final Duration PATIENCE_OF_A_REQUEST = Duration.ofSeconds(10);

	private HttpReadiness() {
	}

	/**
	 * Asks until there is an answer with status 200.
	 * @param log what the server printed, told if it does not answer
	 * @return the body
	 * @throws IOException if the server ended, or did not answer in time
	 */
	static String await(ChildProcess process, URI address, Duration patience, Path log)
			throws IOException, InterruptedException {
		long end = System.nanoTime() + patience.toNanos();
		String last = "no answer";
		try (HttpClient http = HttpClient.newHttpClient()) {
			while (process.isAlive() && System.nanoTime() < end) {
				try {
					HttpResponse<String> answer = http.send(
							HttpRequest.newBuilder(address).timeout(PATIENCE_OF_A_REQUEST).build(),
							HttpResponse.BodyHandlers.ofString());
					if (answer.statusCode() == 200) {
						return answer.body();
					}
					last = "status " + answer.statusCode();
				}
				catch (IOException notYet) {
					last = notYet.toString();
				}
				TimeUnit.MILLISECONDS.sleep(100);
			}
		}
		throw new IOException(
				(process.isAlive() ? address + " does not answer: " + last : "the server ended") + end(log));
	}

	/** The end of a log, on lines of its own. */
	static String end(Path log) throws IOException {
		if (!Files.exists(log)) {
			return "";
		}
		// Not as UTF-8, which a log need not be.
		List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
		return System.lineSeparator() + String.join(System.lineSeparator(),
				lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
	}

}
