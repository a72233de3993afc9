package org.campanile.web.management;

import java.time.Instant;
import java.util.Map;

import org.campanile.web.management.AdministeredIdp.Answer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the content of {@code info}, and the health of the disk that is written to. */
class ServerStatusTests {

	private static final String NEVER = "management.health.diskspace.threshold=8000000TB";

	@Test
	void whenThereIsRoomThenHealthSaysHowMuchAndNoPath() {
		try (AdministeredIdp admin = new AdministeredIdp()) {
			Answer health = admin.get("/health");
			assertThat(health.text("status")).isEqualTo("UP");
			assertThat(health.text("components", "diskSpace", "status")).isEqualTo("UP");
			assertThat((Map<?, ?>) health.at("components", "diskSpace", "details")).hasSize(2);
			assertThat(health.number("components", "diskSpace", "details", "free")).isPositive();
			assertThat(health.number("components", "diskSpace", "details", "threshold")).isEqualTo(100L << 20);
			assertThat(health.body()).doesNotContain(admin.idp.home().toString());
			Answer info = admin.get("/info");
			assertThat(info.text("version")).isEqualTo("development");
			assertThat(info.text("java")).isEqualTo(Runtime.version().toString());
			assertThat(Instant.parse(info.text("started"))).isBeforeOrEqualTo(Instant.now());
		}
	}

	@Test
	void whenTheDiskIsNearlyFullThenHealthIsDownAndTheServerStaysReady() {
		try (AdministeredIdp admin = new AdministeredIdp(NEVER)) {
			Answer health = admin.get("/health");
			assertThat(health.status()).isEqualTo(503);
			assertThat(health.text("components", "diskSpace", "status")).isEqualTo("DOWN");
			assertThat(health.text("components", "diskSpace", "details", "reason")).contains("free some");
			assertThat(admin.get("/health/readiness").status()).isEqualTo(200);
			assertThat(admin.get("/health/liveness").status()).isEqualTo(200);
		}
	}

	@Test
	void whenItIsSwitchedOffThenHealthDoesNotSpeakOfTheDisk() {
		try (AdministeredIdp admin = new AdministeredIdp(NEVER, "management.health.diskspace.enabled=false")) {
			assertThat(admin.get("/health").status()).isEqualTo(200);
			assertThat(admin.get("/health").body()).doesNotContain("diskSpace");
		}
	}

}
