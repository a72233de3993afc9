package org.campanile.web.management;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.campanile.web.management.FlightRecordings.Outcome;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * {@code /actuator/flightrecorder}: records the server for some seconds and answers with
 * the recording. It contains no user names and no secrets, but costs some performance
 * while it runs. Thread-safe.
 */
@WebEndpoint(id = "flightrecorder")
class FlightRecorderEndpoint {

	private static final int DEFAULT_SECONDS = 30;

	static final int MAX_SECONDS = 300;

	private final FlightRecordings recordings;

	private final AtomicLong number = new AtomicLong();

	FlightRecorderEndpoint(FlightRecordings recordings) {
		this.recordings = recordings;
	}

	/**
	 * @param seconds how long, 1 to {@value #MAX_SECONDS}; 30 if absent
	 */
	@ReadOperation(produces = { MediaType.APPLICATION_OCTET_STREAM_VALUE, MediaType.APPLICATION_JSON_VALUE })
	ResponseEntity<Object> record(@Nullable Integer seconds) {
		int length = seconds == null ? DEFAULT_SECONDS : seconds;
		if (length < 1 || length > MAX_SECONDS) {
			return problem(ResponseEntity.badRequest(), "seconds: from 1 to " + MAX_SECONDS);
		}
		return switch (recordings.record(Duration.ofSeconds(length))) {
			case Outcome.Recorded recorded -> ResponseEntity.ok()
				.contentType(MediaType.APPLICATION_OCTET_STREAM)
				.contentLength(recorded.bytes())
				.header(HttpHeaders.CACHE_CONTROL, "no-store")
				.header(HttpHeaders.CONTENT_DISPOSITION,
						ContentDisposition.attachment()
							.filename("campanile-" + number.incrementAndGet() + ".jfr")
							.build()
							.toString())
				.body(new InputStreamResource(recorded.content()));
			case Outcome.Busy other -> problem(
					ResponseEntity.status(HttpStatus.CONFLICT)
						.header(HttpHeaders.RETRY_AFTER, Long.toString(other.secondsLeft())),
					"another recording is in progress; try again after the time in Retry-After");
			case Outcome.Failed failed ->
				problem(ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE), failed.reason());
		};
	}

	private static ResponseEntity<Object> problem(ResponseEntity.BodyBuilder response, String error) {
		return response.contentType(MediaType.APPLICATION_JSON).body(new Answers.Problem(error));
	}

}
