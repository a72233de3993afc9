package org.campanile.perf.environment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/** A file that a server gives. */
final class HttpFile {

	private HttpFile() {
	}

	/** Fetches it; returns where it lies. */
	static Path fetch(URI address, Path file) throws IOException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpResponse<Path> response = client.send(
					HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build(),
					HttpResponse.BodyHandlers.ofFile(file));
			if (response.statusCode() != 200) {
				throw new IOException(address + " answers " + response.statusCode());
			}
			return response.body();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while fetching " + address, ex);
		}
	}

}
