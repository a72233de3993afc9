package org.campanile.web.management;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.campanile.web.management.AdministeredIdp.Answer;
import org.campanile.testkit.browser.Browser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the flight recorder over HTTP, while users sign in. */
@Timeout(300)
class FlightRecorderEndpointTests {

	@AutoClose
	private static AdministeredIdp admin;

	private final HttpClient client = HttpClient.newHttpClient();

	@TempDir
	private Path folder;

	@BeforeAll
	static void start() {
		admin = new AdministeredIdp("campanile.authentication.failure-step=0");
	}

	/** Signs users in until the recording is complete. */
	private HttpResponse<Path> recordLogins(Path file) throws Exception {
		CompletableFuture<HttpResponse<Path>> recording = client
			.sendAsync(admin.request("/flightrecorder?seconds=2").build(), BodyHandlers.ofFile(file));
		do {
			admin.signOn(new Browser(), admin.wiki, "alice");
		}
		while (!recording.isDone());
		HttpResponse<Path> response = recording.get();
		assertThat(response.statusCode()).isEqualTo(200);
		return response;
	}

	@Test
	void whenAPersonSignsInThenTheRecordingHasTheStagesAndNobodysName() throws Exception {
		Path file = folder.resolve("recording.jfr");
		admin.signOn(new Browser(), admin.wiki, "alice");
		HttpResponse<Path> response = recordLogins(file);
		// A busy machine may not have completed a login in that time.
		while (only(RecordingFile.readAllEvents(file), "campanile.Encode").isEmpty()) {
			response = recordLogins(file);
		}
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(Files.size(file));
		assertThat(response.headers().firstValue("Content-Disposition").orElseThrow()).contains("attachment", ".jfr");
		List<RecordedEvent> events = RecordingFile.readAllEvents(file);
		assertThat(events.stream().map(event -> event.getEventType().getName()).distinct())
			.contains("campanile.Bind", "campanile.Search", "campanile.Resolve", "campanile.Sign", "campanile.Encode",
					"campanile.Store", "jdk.ObjectAllocationSample")
			.doesNotContain("jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation",
					"jdk.JavaExceptionThrow", "jdk.SocketRead", "jdk.FileRead");
		assertThat(only(events, "campanile.Bind")).allSatisfy(bind -> {
			assertThat(bind.getString("outcome")).isEqualTo("accepted");
			assertThat(bind.getDuration()).isPositive();
		});
		assertThat(only(events, "campanile.Sign")).allSatisfy(sign -> {
			assertThat(sign.getString("algorithm")).isEqualTo("RSA_SHA256");
			assertThat(sign.getInt("bytes")).isGreaterThan(500);
		});
		assertThat(only(events, "campanile.Store"))
			.extracting(store -> store.getString("store") + ' ' + store.getString("operation") + ' '
					+ store.getString("outcome"))
			.contains("sessions create answered", "one-time-values mark answered");
		assertThat(only(events, "campanile.Resolve")).allSatisfy(resolve -> {
			assertThat(resolve.getBoolean("anew")).isFalse();
			assertThat(resolve.getInt("attributes")).isPositive();
		});
		for (RecordedEvent event : events) {
			assertThat(event.toString()).as("%s", event.getEventType().getName())
				.doesNotContain("alice", "wiki.example.org", admin.idp.managementToken());
		}
		assertThat(leftBehind()).isEmpty();
	}

	private static List<RecordedEvent> only(List<RecordedEvent> events, String name) {
		return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
	}

	@Test
	void whenOneIsUnderWayThenAnotherLearnsWhenToComeAgain() throws Exception {
		HttpRequest request = admin.request("/flightrecorder?seconds=2").build();
		CompletableFuture<HttpResponse<Void>> first = client.sendAsync(request, BodyHandlers.discarding());
		CompletableFuture<HttpResponse<Void>> second = client.sendAsync(request, BodyHandlers.discarding());
		List<Integer> statuses = List.of(first.get().statusCode(), second.get().statusCode());
		assertThat(statuses).containsExactlyInAnyOrder(200, 409);
		HttpResponse<Void> refused = first.get().statusCode() == 409 ? first.get() : second.get();
		assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 4L);
		assertThat(admin.get("/flightrecorder", "seconds", "1").status()).as("afterwards").isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "301", "2147483648", "x", "1.5" })
	void whenTheTimeIsOutOfBoundsThenItIsSaid(String seconds) {
		Answer answer = admin.get("/flightrecorder", "seconds", seconds);
		assertThat(answer.status()).isEqualTo(400);
	}

	@Test
	void whenTheClientGoesAwayThenNoFileIsLeftAndTheNextIsServed() throws Exception {
		underWay(admin, 3).cancel(true);
		Answer next = admin.get("/flightrecorder", "seconds", "1");
		while (next.status() == 409) {
			next = admin.get("/flightrecorder", "seconds", "1");
		}
		assertThat(next.status()).isEqualTo(200);
		assertThat(leftBehind()).isEmpty();
	}

	@Test
	void whenTheServerStopsThenItDoesNotWaitForTheRecording() throws Exception {
		AdministeredIdp other = new AdministeredIdp();
		CompletableFuture<HttpResponse<Void>> recording = underWay(other, 300);
		other.close();
		assertThat(recording.handle((response, failure) -> failure == null ? response.statusCode() : 503).get())
			.isEqualTo(503);
	}

	/** Starts a recording, and waits until others are refused meanwhile. */
	private CompletableFuture<HttpResponse<Void>> underWay(AdministeredIdp idp, int seconds) {
		while (true) {
			CompletableFuture<HttpResponse<Void>> recording = client
				.sendAsync(idp.request("/flightrecorder?seconds=" + seconds).build(), BodyHandlers.discarding());
			while (!recording.isDone()) {
				if (idp.get("/flightrecorder", "seconds", "1").status() == 409) {
					return recording;
				}
			}
		}
	}

	/**
	 * Returns recent recordings on the disk, left by this server or by another run of
	 * these tests.
	 */
	private List<Path> leftBehind() throws IOException {
		try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
			return files.filter(path -> path.getFileName().toString().matches("campanile[0-9]+\\.jfr"))
				.filter(path -> path.toFile().lastModified() > System.currentTimeMillis()
						- Duration.ofMinutes(1).toMillis())
				.toList();
		}
	}

}
