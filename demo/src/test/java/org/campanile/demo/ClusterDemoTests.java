package org.campanile.demo;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.web.command.Cleanup;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterDemoTests {

	/** Columns are aligned, no matter which node answered. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "nobody", textBlock = """
			nobody           | 404 |    0 | 06:29:09  nginx    404     0 ms  GET /idp
			node2            | 200 |   12 | 06:29:09  node2    200    12 ms  GET /idp
			node1 then node3 | 303 | 1012 | 06:29:09  node1 then node3 303  1012 ms  GET /idp
			""")
	void whenARequestWasServedThenItsLineSaysByWhom(@org.jspecify.annotations.Nullable String nodes, int status,
			long millis, String line) {
		StringWriter told = new StringWriter();
		ClusterDemo demo = new ClusterDemo(new PrintWriter(told), new Cleanup());
		demo.served("06:29:09", nodes == null ? "" : nodes, "GET /idp", status, millis);
		assertThat(told).hasToString(line + System.lineSeparator());
	}

}
