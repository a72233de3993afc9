package org.campanile.web.lifecycle;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.process.Ports;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests when a started server reports itself ready, and what it says otherwise. */
@Timeout(300)
class StartReadinessTests {

	private final AtomicReference<LogLines> log = new AtomicReference<>();

	@AfterEach
	void close() {
		log.get().close();
	}

	@Test
	void whenTheDirectoryIsDownThenItIsReadyOnlyWhenItIsThere() throws Exception {
		int port = Ports.free();
		try (TestIdp idp = start(port, EmbeddedDirectory.DEMO_BASE_DN)) {
			assertThat(readiness(idp).status()).isEqualTo(503);
			assertThat(ours()).singleElement()
				.asString()
				.startsWith("Campanile has started and is not ready: directoryAnswered: ")
				.contains("Connection refused");
			try (EmbeddedDirectory directory = EmbeddedDirectory.demo(port)) {
				assertThat(directory.address().port()).isEqualTo(port);
				idp.bean(StartProgress.class).awaitReady();
				assertThat(ours()).hasSizeGreaterThan(2)
					.anySatisfy(line -> assertThat(line).startsWith("  services "))
					.element(1)
					.isEqualTo("Campanile is ready");
				assertThat(readiness(idp).status()).isEqualTo(200);
			}
		}
	}

	@Test
	void whenTheBaseIsNotThereThenItsKeyIsNamedAndItIsNotReady() throws Exception {
		try (EmbeddedDirectory directory = EmbeddedDirectory.demo(0);
				TestIdp idp = start(directory.address().port(), "ou=nowhere,dc=example,dc=edu")) {
			Page readiness = readiness(idp);
			assertThat(readiness.status()).isEqualTo(503);
			assertThat(readiness.body()).contains("ou=nowhere,dc=example,dc=edu", "campanile.ldap.base-dn");
			assertThat(ours()).singleElement()
				.asString()
				.contains("is not ready: directoryAnswered: search below ou=nowhere", "; check campanile.ldap.base-dn");
		}
	}

	/** Starts a server, and records its log from the beginning. */
	private TestIdp start(int port, String base) {
		return TestIdp.start(TestIdp.newHome(), context -> log.set(LogLines.all()),
				"campanile.ldap.urls=ldap://localhost:" + port,
				"campanile.ldap.bind-dn=" + EmbeddedDirectory.DEMO_SERVICE_DN,
				"campanile.ldap.bind-password=" + EmbeddedDirectory.DEMO_SERVICE_PASSWORD,
				"campanile.ldap.base-dn=" + base);
	}

	private static Page readiness(TestIdp idp) {
		return new Browser().get(idp.managementUrl() + "/health/readiness");
	}

	private List<String> ours() {
		return log.get().lines("org.campanile.web");
	}

}
