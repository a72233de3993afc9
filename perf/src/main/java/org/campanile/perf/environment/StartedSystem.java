package org.campanile.perf.environment;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import org.campanile.perf.environment.CpuShare.ProcessorShares;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.Validations;

/** A running Campanile, with all its nodes. */
final class StartedSystem implements RunningSystem {

	private static final String STORE = "campanile_store_operations_seconds";

	private final Map<Protocol, Target> targets;

	private final List<MeasuredNode> nodes;

	private final Optional<ProcessorShares> shares;

	private final NodeStorage store;

	private final PeerEnvironment environment;

	private int preloaded;

	/** When the codes of each user are fresh again; each is accepted once. */
	private Instant codesFresh = Instant.EPOCH;

	StartedSystem(Map<Protocol, Target> targets, List<MeasuredNode> nodes, Optional<ProcessorShares> shares,
			NodeStorage store, PeerEnvironment environment) {
		this.targets = Map.copyOf(targets);
		this.nodes = List.copyOf(nodes);
		this.shares = shares;
		this.store = store;
		this.environment = environment;
	}

	@Override
	public Target target() {
		return Objects.requireNonNull(targets.get(Protocol.SAML));
	}

	@Override
	public RunningSystem by(Protocol protocol) throws IOException {
		Target target = targets.get(protocol);
		if (target == null) {
			throw new IOException("this system is not set up for " + protocol.label());
		}
		return new ByProtocol(this, target);
	}

	@Override
	public List<MeasuredProcess> processes() {
		return environment.processes();
	}

	@Override
	public Map<String, Double> counters() throws IOException {
		List<Prometheus> metrics = new ArrayList<>();
		for (MeasuredNode node : nodes) {
			metrics.add(Prometheus.read(node.metrics()));
		}
		Map<String, Double> counters = new TreeMap<>(counters(metrics));
		counters.putAll(store.counters());
		return counters;
	}

	@Override
	public Map<String, String> settings() {
		return environment.settings();
	}

	@Override
	public void hold() throws IOException {
		if (shares.isPresent()) {
			shares.get().hold();
		}
	}

	/** Stores a part at each node, all at once: in memory, each has its own sessions. */
	@Override
	public double preload(int sessions) throws IOException {
		long began = System.nanoTime();
		int end = preloaded + sessions;
		for (int i = 0; i < nodes.size(); i++) {
			int left = nodes.size() - i;
			int count = (end - preloaded) / left;
			nodes.get(i).preload(preloaded, count);
			preloaded += count;
		}
		for (MeasuredNode node : nodes) {
			node.awaitPreloaded();
		}
		double seconds = (System.nanoTime() - began) / 1e9;
		store.preloaded();
		return seconds;
	}

	/** Enrols at one node, as all nodes share the store; an app by its current code. */
	@Override
	public void enrol(Enrolled what, int people) throws IOException {
		nodes.getFirst().enrol(what, people);
		if (what == Enrolled.APP) {
			codesWereSent(0);
		}
	}

	@Override
	public void codesWereSent(int stepsAhead) {
		Instant fresh = Validations.fresh(Instant.now(), stepsAhead);
		codesFresh = fresh.isAfter(codesFresh) ? fresh : codesFresh;
	}

	@Override
	public void awaitFreshCodes() throws IOException {
		try {
			Thread.sleep(Math.max(0, codesFresh.toEpochMilli() - System.currentTimeMillis()));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for codes", ex);
		}
	}

	@Override
	public long storedBytes() throws IOException {
		Optional<Long> outside = store.bytes();
		if (outside.isPresent()) {
			return outside.get();
		}
		long bytes = 0;
		for (MeasuredNode node : nodes) {
			bytes += node.heap();
		}
		return bytes;
	}

	/**
	 * Ends the limits and the proxy first, so that no more requests come, then all nodes
	 * at once, then the servers that they use.
	 */
	@Override
	public void close() throws IOException {
		environment.close();
	}

	/** Returns what all nodes have counted together, under names for people. */
	static Map<String, Double> counters(List<Prometheus> nodes) {
		Map<String, Double> counters = new TreeMap<>();
		for (Prometheus node : nodes) {
			add(counters, "directory searches", node.sum("campanile_directory_search_seconds_count", Map.of()));
			add(counters, "directory binds", node.sum("campanile_directory_bind_seconds_count", Map.of()));
			add(counters, "directory failures", node.sum("campanile_directory_unavailable_total", Map.of()));
			node.by("source", "campanile_source_seconds_count", Map.of())
				.forEach((source, count) -> add(counters, "attribute source " + source + ": requests", count));
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

	/**
	 * Adds the operations of the store. Stores inside a node count none, as they keep
	 * nobody waiting.
	 */
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
