package org.campanile.demo.cluster;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AccessLineTests {

	@Test
	void whenANodeAnsweredThenTheLineTellsWhichAndHow() {
		assertThat(AccessLine
			.parse("2026-11-22T06:29:09+00:00 127.0.0.1 POST \"/idp/login\" 200 5120 0.123 upstream=\"127.0.0.1:8081\" "
					+ "upstream_status=\"200\" upstream_time=\"0.122\" id=0f3c"))
			.contains(new AccessLine("06:29:09", "POST", "/idp/login", 200, 123, List.of("127.0.0.1:8081")));
	}

	/**
	 * nginx separates retries by commas and internal redirects by colons, and names the
	 * upstream group if no node was reachable.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "nobody", textBlock = """
			127.0.0.1:8081, 127.0.0.1:8082                   | 127.0.0.1:8081 127.0.0.1:8082
			127.0.0.1:8081 : 127.0.0.1:8083                  | 127.0.0.1:8081 127.0.0.1:8083
			127.0.0.1:8081, 127.0.0.1:8082 : 127.0.0.1:8083  | 127.0.0.1:8081 127.0.0.1:8082 127.0.0.1:8083
			127.0.0.1:8081, campanile                        | 127.0.0.1:8081
			campanile                                        | nobody
			-                                                | nobody
			''                                               | nobody
			""")
	void whenSeveralWereAskedThenAllAreNamedInOrder(String written,
			@org.jspecify.annotations.Nullable String expected) {
		List<String> asked = expected == null ? List.of() : List.of(expected.split(" "));
		assertThat(AccessLine.parse("2026-11-22T23:59:59+01:00 127.0.0.1 GET \"/idp/\" 503 9 1.000 upstream=\""
				+ written + "\" upstream_status=\"502\""))
			.hasValueSatisfying(line -> assertThat(line.upstreams()).isEqualTo(asked));
	}

	@ParameterizedTest
	@CsvSource({ "0.000,0", "0.001,1", "0.999,999", "12.345,12345", "3,3000" })
	void whenItTookTimeThenThatIsInMilliseconds(String seconds, long millis) {
		assertThat(AccessLine.parse("2026-11-22T00:00:00Z 127.0.0.1 GET \"/idp/a b\\x22c\" 400 0 " + seconds
				+ " upstream=\"-\" upstream_status=\"-\""))
			.contains(new AccessLine("00:00:00", "GET", "/idp/a b\\x22c", 400, millis, List.of()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "nonsense", "2026/11/22 06:29:09 [notice] 1#1: using the \"epoll\" event method",
			"2026-11-22T06:29:09Z 127.0.0.1 GET \"/idp/\" 2000 9 1.000 upstream=\"-\"",
			"2026-11-22T06:29:09Z 127.0.0.1 GET \"/idp/\" 200 9" })
	void whenALineIsNoneOfNginxThenThereIsNone(String line) {
		assertThat(AccessLine.parse(line)).isEmpty();
	}

}
