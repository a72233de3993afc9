package org.campanile.validation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.campanile.seal.Sha256;
import org.campanile.testkit.MutableClock;
import org.campanile.validation.ValidationClients.Admission;

import static org.assertj.core.api.Assertions.assertThat;

class ValidationClientsTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-11-25T12:00:00Z"));

	private final ValidationClients clients = new ValidationClients(
			List.of(new ValidationClients.Client("vpn", Sha256.of("token"), List.of(), Set.of(), 1, false)), clock);

	@Test
	void whenTheClockIsSetBackThenAClientIsServedAgainAfterAMinute() {
		assertThat(admit()).isInstanceOf(Admission.Admitted.class);
		clock.advance(Duration.ofHours(-1));
		assertThat(admit()).isInstanceOf(Admission.TooMany.class);
		clock.advance(Duration.ofMinutes(1));
		assertThat(admit()).isInstanceOf(Admission.Admitted.class);
	}

	private Admission admit() {
		return clients.admit(Optional.of("vpn"), "token", "192.0.2.1");
	}

}
