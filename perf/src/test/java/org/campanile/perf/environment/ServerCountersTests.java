package org.campanile.perf.environment;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerCountersTests {

	@Test
	void whenTwoNodesCountThenTheirSumsHaveReadableNames() {
		Prometheus first = Prometheus.parse("""
				# TYPE campanile_store_operations_seconds histogram
				campanile_store_operations_seconds_bucket{operation="create",outcome="ok",store="sessions",le="0.1"} 900
				campanile_store_operations_seconds_count{operation="create",outcome="ok",store="sessions"} 5
				campanile_store_operations_seconds_count{operation="find",outcome="timeout",store="sessions"} 2
				campanile_directory_search_seconds_count 11
				campanile_directory_bind_seconds_count 10
				campanile_authentication_total{outcome="wrong_password"} 1.0
				""");
		Prometheus second = Prometheus.parse("""
				campanile_store_operations_seconds_count{operation="create",outcome="ok",store="sessions"} 7
				campanile_directory_bind_seconds_count 1
				""");

		assertThat(StartedSystem.counters(List.of(first, second))).containsEntry("store operations", 14.0)
			.containsEntry("store operations: create", 12.0)
			.containsEntry("store operations that failed", 2.0)
			.containsEntry("directory searches", 11.0)
			.containsEntry("directory binds", 11.0)
			.containsEntry("passwords: wrong password", 1.0);
	}

	@Test
	void whenALabelHoldsQuotesThenTheValueIsStillRead() {
		Prometheus metrics = Prometheus.parse("a_total{x=\"say \\\"hi\\\", {you}\",y=\"2\"} 4.5\nb NaN\n");

		assertThat(metrics.sum("a_total", java.util.Map.of("y", "2"))).isEqualTo(4.5);
	}

}
