package org.campanile.directory.password;

import java.util.Locale;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.authn.Verdict;

/** Counts tries to sign in by what came of them. Thread-safe. */
final class AuthenticationMetrics {

	private final Meter.MeterProvider<Counter> counters;

	AuthenticationMetrics(MeterRegistry registry) {
		this.counters = Counter.builder("campanile.authentication")
			.description("Attempts to sign in with a password")
			.withRegistry(registry);
	}

	Verdict counted(Verdict outcome) {
		count(switch (outcome) {
			case Verdict.Proven success -> "authenticated";
			case Verdict.Throttled throttled -> "throttled";
			case Verdict.Rejected rejected -> rejected.reason().name().toLowerCase(Locale.ROOT);
		});
		return outcome;
	}

	void unavailable() {
		count("directory_unavailable");
	}

	private void count(String outcome) {
		counters.withTag("outcome", outcome).increment();
	}

}
