package org.campanile.web.page;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ContentSecurityPolicyTests {

	@Test
	void whenFewFramesThenEachHostIsNamed() {
		assertThat(policy(List.of("'self'", "https://a.example", "http://localhost:8080")))
			.contains("frame-src 'self' https://a.example http://localhost:8080;");
	}

	/** Servers and proxies do not pass on more than about 8 KB of headers. */
	@Test
	void whenHundredsOfFramesThenTheirSchemesAloneAreNamed() {
		String policy = policy(Stream
			.concat(Stream.of("'self'", "http://localhost:8080"),
					IntStream.range(0, 300).mapToObj(i -> "https://service-" + i + ".department.example.edu"))
			.toList());
		assertThat(policy).contains("frame-src 'self' http: https:;").hasSizeLessThan(2500);
	}

	private static String policy(List<String> frames) {
		return ContentSecurityPolicy.of("'sha256-x'", List.of(), List.of(), "'none'", frames, false);
	}

}
