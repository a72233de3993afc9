package org.campanile.perf.environment;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.testkit.process.HazelcastMembers;
import org.campanile.testkit.process.Ports;

/** The store in which the nodes of a system keep sessions. */
sealed interface NodeStorage {

	/** Returns the settings with which a node, counted from 1, uses the store. */
	Map<String, String> ofNode(int node);

	/** Returns the sessions' bytes outside the nodes; empty if all are inside. */
	default Optional<Long> bytes() throws IOException {
		return Optional.empty();
	}

	/** Is called after many sessions have been stored. */
	default void preloaded() throws IOException {
	}

	/** Returns what the store has counted since its start, by name. */
	default Map<String, Double> counters() throws IOException {
		return Map.of();
	}

	/** Starts the servers that a store needs. */
	static NodeStorage start(SystemSpec spec, PeerEnvironment environment) throws IOException {
		return switch (spec.store()) {
			case MEMORY -> new Memory();
			case JPA_DURABLE -> database("durable", spec.storeLatency(), environment);
			case JPA_FAST -> database("fast", spec.storeLatency(), environment);
			case HAZELCAST -> {
				environment.setting("backups of a session", Integer.toString(Math.min(1, spec.nodes() - 1)));
				Ports ports = environment.ports();
				yield new Hazelcast(HazelcastMembers.of(spec.nodes(), ports), "measured-" + ports.near(0));
			}
		};
	}

	private static NodeStorage database(String commitMode, Duration latency, PeerEnvironment environment)
			throws IOException {
		PostgresServer server = environment.databaseServer();
		environment.setting("commit mode", commitMode);
		return new Database(server, commitMode, environment.delayed(server.port(), latency));
	}

	/** Sessions in the memory of each node. */
	record Memory() implements NodeStorage {

		@Override
		public Map<String, String> ofNode(int node) {
			return Map.of("campanile.storage.type", "memory");
		}

	}

	/** Sessions in a Hazelcast cluster, with a member in every node. */
	record Hazelcast(HazelcastMembers members, String cluster) implements NodeStorage {

		@Override
		public Map<String, String> ofNode(int node) {
			Map<String, String> settings = new LinkedHashMap<>(members.settings(node));
			settings.put("campanile.storage.hazelcast.cluster-name", cluster);
			return settings;
		}

	}

	/** Sessions in PostgreSQL, reached through a port that may be a relay's. */
	record Database(PostgresServer server, String commitMode, int port) implements NodeStorage {

		@Override
		public Map<String, String> ofNode(int node) {
			return Map.of("campanile.storage.type", "jpa", "campanile.storage.jpa.url", PostgresServer.url(port),
					"campanile.storage.jpa.username", PostgresServer.USER, "campanile.storage.jpa.commit-mode",
					commitMode);
		}

		@Override
		public Optional<Long> bytes() throws IOException {
			return Optional.of(server.storedBytes());
		}

		@Override
		public void preloaded() throws IOException {
			server.analyze();
		}

		@Override
		public Map<String, Double> counters() throws IOException {
			return Map.of(StepResult.WAL, server.loggedBytes());
		}

	}

}
