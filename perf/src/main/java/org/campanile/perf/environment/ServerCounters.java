package org.campanile.perf.environment;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What nodes have counted, all together, under names for people. */
final class ServerCounters {

	private static final String STORE = "campanile_store_operations_seconds";

	private ServerCounters() {
	}

	static Map<String, Double> of(List<Prometheus> nodes) {
		Map<String, Double> counters = new TreeMap<>();
		for (Prometheus node : nodes) {
			add(counters, "directory searches", node.sum("campanile_directory_search_seconds_count", Map.of()));
			add(counters, "directory binds", node.sum("campanile_directory_bind_seconds_count", Map.of()));
			add(counters, "directory failures", node.sum("campanile_directory_unavailable_total", Map.of()));
			store(counters, node);
			node.by("outcome", "campanile_authentication_total", Map.of())
				.forEach((outcome, count) -> add(counters, "passwords: " + outcome.replace('_', ' '), count));
			node.by("stage", "campanile_stage_seconds_count", Map.of())
				.forEach((stage, count) -> add(counters, "stage " + stage + ": times", count));
			node.by("stage", "campanile_stage_seconds_sum", Map.of())
				.forEach((stage, seconds) -> add(counters, "stage " + stage + ": seconds", seconds));
		}
		return counters;
	}

	/** Stores inside a node are not counted: nothing there can keep anybody waiting. */
	private static void store(Map<String, Double> counters, Prometheus node) {
		Map<String, Double> operations = node.by("operation", STORE + "_count", Map.of());
		if (!operations.isEmpty()) {
			double all = node.sum(STORE + "_count", Map.of());
			add(counters, "store operations", all);
			operations.forEach((operation, count) -> add(counters, "store operations: " + operation, count));
			add(counters, "store operations that failed", all - node.sum(STORE + "_count", Map.of("outcome", "ok")));
			add(counters, "store seconds", node.sum(STORE + "_sum", Map.of()));
			add(counters, "store repeats", node.sum("campanile_store_repeats_total", Map.of()));
		}
	}

	private static void add(Map<String, Double> counters, String name, double value) {
		counters.merge(name, value, Double::sum);
	}

}
