package org.campanile.perf.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jdk.jfr.Recording;
import org.campanile.flight.FlightSettings;
import org.campanile.flight.SignEvent;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.crypto.KeyType;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;

/**
 * Measures what flight recordings cost: an event of the product, and the issuing of a
 * response, in processor time of one thread, before, while and after this process is
 * recorded.
 */
public final class RecordingMeasurement {

	private static final int EVENTS = 20_000_000;

	private static final int RESPONSES = 2_000;

	private static final int ROUNDS = 5;

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private RecordingMeasurement() {
	}

	public static void main(String[] arguments) throws NoEncryptionKeyException {
		Instant now = Instant.now();
		KeyPair serviceKey = IssuingFixture.serviceKey();
		ResponseIssuer issuer = IssuingFixture.issuer(KeyType.RSA_2048, new SimpleMeterRegistry());
		SignOnRequest request = IssuingFixture.request(now);
		SignOnOutcome.Granted granted = IssuingFixture.granted(now, serviceKey, false);
		events(EVENTS);
		responses(issuer, request, granted, 3 * RESPONSES);
		measure("before", issuer, request, granted);
		Map<String, String> settings = FlightSettings.ofThisProcess();
		for (int round = 0; round < 2; round++) {
			try (Recording recording = new Recording(settings)) {
				recording.start();
				measure("recorded", issuer, request, granted);
			}
			measure("after", issuer, request, granted);
		}
	}

	private static void measure(String when, ResponseIssuer issuer, SignOnRequest request,
			SignOnOutcome.Granted granted) throws NoEncryptionKeyException {
		double[] perEvent = new double[ROUNDS];
		double[] perResponse = new double[ROUNDS];
		for (int i = 0; i < ROUNDS; i++) {
			// Recorded ones fill the disk.
			int count = when.equals("recorded") ? EVENTS / 100 : EVENTS;
			perEvent[i] = events(count) / (double) count;
			perResponse[i] = responses(issuer, request, granted, RESPONSES) / 1e3 / RESPONSES;
		}
		Arrays.sort(perEvent);
		Arrays.sort(perResponse);
		System.out.printf("%-8s  an event %7.1f ns, a response %7.1f µs (median of %d, processor time)%n", when,
				perEvent[ROUNDS / 2], perResponse[ROUNDS / 2], ROUNDS);
	}

	private static long events(int count) {
		long start = THREADS.getCurrentThreadCpuTime();
		for (int i = 0; i < count; i++) {
			SignEvent event = SignEvent.begun();
			event.ended("RSA_SHA256", i);
		}
		return THREADS.getCurrentThreadCpuTime() - start;
	}

	private static long responses(ResponseIssuer issuer, SignOnRequest request, SignOnOutcome.Granted granted,
			int count) throws NoEncryptionKeyException {
		long start = THREADS.getCurrentThreadCpuTime();
		for (int i = 0; i < count; i++) {
			issuer.success(request, granted);
		}
		return THREADS.getCurrentThreadCpuTime() - start;
	}

}
