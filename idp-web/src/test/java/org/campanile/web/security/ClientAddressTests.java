package org.campanile.web.security;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.testkit.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

class ClientAddressTests {

	private Instant now = Instant.parse("2026-11-20T12:00:00Z");

	private final ClientAddress address = new ClientAddress(new HttpProperties(List.of("10.0.0.5"), null), () -> now);

	private final Logger logger = (Logger) LoggerFactory.getLogger(ClientAddress.class);

	@BeforeEach
	void log() {
		logger.setLevel(Level.INFO);
	}

	@AfterEach
	void logAsBefore() {
		logger.setLevel(null);
	}

	@Test
	void whenAPeerThatIsNotTrustedForwardsThenOneErrorLineForIt() {
		try (LogLines log = LogLines.all()) {
			assertThat(address.of(from("10.0.0.9", "192.0.2.1"))).isEqualTo("10.0.0.9");
			now = now.plus(Duration.ofMinutes(1));
			assertThat(address.of(from("10.0.0.9", "192.0.2.2"))).isEqualTo("10.0.0.9");
			assertThat(log.lines()).singleElement()
				.asString()
				.contains("campanile.http.trusted-proxies: 10.0.0.9 sends X-Forwarded-For", "add it");
		}
	}

	@Test
	void whenManyPeersForwardThenFewLines() {
		try (LogLines log = LogLines.all()) {
			for (int peer = 0; peer < 200; peer++) {
				address.of(from("192.0.2." + peer, "203.0.113.1"));
			}
			assertThat(log.lines()).hasSize(1);
			for (int peer = 0; peer < 5000; peer++) {
				now = now.plus(Duration.ofMinutes(1));
				address.of(from("10.1." + peer / 250 + "." + peer % 250, "203.0.113.1"));
			}
			assertThat(log.lines()).hasSize(1000);
		}
	}

	@Test
	void whenTheProxyIsTrustedOrNothingIsForwardedThenNoLine() {
		try (LogLines log = LogLines.all()) {
			assertThat(address.of(from("10.0.0.5", "192.0.2.1"))).isEqualTo("192.0.2.1");
			MockHttpServletRequest direct = new MockHttpServletRequest();
			direct.setRemoteAddr("192.0.2.7");
			assertThat(address.of(direct)).isEqualTo("192.0.2.7");
			assertThat(log.lines()).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			203.0.113.9                                       | 203.0.113.9
			203.0.113.9:51234                                 | 203.0.113.9
			2001:db8::1                                       | 2001:db8::1
			[2001:db8::1]                                     | 2001:db8::1
			[2001:db8::1]:4711                                | 2001:db8::1
			[2001:0db8:1111:2222:3333:4444:203.100.113.100]:1 | 2001:0db8:1111:2222:3333:4444:203.100.113.100
			192.0.2.1, 203.0.113.9:51234, 10.0.0.5:80         | 203.0.113.9
			192.0.2.1:80, unknown, 10.0.0.5                   | 10.0.0.5
			""")
	void whenTheProxyForwardsAddressesThenTheirPortsAreDropped(String forwardedFor, String client) {
		assertThat(address.of(from("10.0.0.5", forwardedFor))).isEqualTo(client);
	}

	@ParameterizedTest
	@ValueSource(strings = { "client.example.org", "client.example.org:80", "203.0.113.9:", "203.0.113.9:512345",
			"203.0.113.9:80:80", "203.0.113.9:http", "203.0.113:80", "203.0.113.900:80", "203.0.113.0/24",
			"[203.0.113.9]:80", "[2001:db8::1", "[2001:db8::1]:", "[2001:db8::1]80", "[[2001:db8::1]]:80",
			"[2001:db8::1%eth0]:80", "2001:db8::g", "[:::]:80", "\"[2001:db8::1]:80\"", "for=203.0.113.9", "" })
	void whenTheProxyForwardsWhatIsNoAddressThenItsOwnAddressCounts(String junk) {
		assertThat(address.of(from("10.0.0.5", junk))).isEqualTo("10.0.0.5");
	}

	private static MockHttpServletRequest from(String peer, String forwardedFor) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(peer);
		request.addHeader("X-Forwarded-For", forwardedFor);
		return request;
	}

}
