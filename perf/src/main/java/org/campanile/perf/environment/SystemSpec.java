package org.campanile.perf.environment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is to be brought up for a cell.
 *
 * @param store where sessions live
 * @param nodes how many nodes
 * @param proxied whether nginx stands in front
 * @param directory who can sign in, and from where
 * @param cpuShare how much of a core each node may use, 1.0 for one core; 0 for no limit
 * @param directoryLatency added to every answer of the directory
 * @param storeLatency added to every answer of the database
 * @param virtualMachineOptions of the nodes
 * @param settings of the nodes, over what perf sets
 * @param launch how they are started
 * @param extras what most cells do without
 */
public record SystemSpec(Store store, int nodes, boolean proxied, DirectorySpec directory, double cpuShare,
		Duration directoryLatency, Duration storeLatency, List<String> virtualMachineOptions,
		Map<String, String> settings, Launch launch, Set<Extra> extras) {

	/** How nodes are started. */
	public enum Launch {

		/**
		 * So that perf can ask them for more: sessions stored before, their heap.
		 */
		HARNESS,
		/** As {@code bin/campanile run} does without the AOT cache. */
		PRODUCT,
		/** As {@code bin/campanile run} does after {@code bin/campanile aot}. */
		PRODUCT_WITH_CACHE

	}

	/** What a cell may have in addition. */
	public enum Extra {

		/** Pages behind the gate, served by an nginx of their own. */
		GATE,
		/**
		 * A second directory, which each login asks for
		 * {@link Campus#FROM_SECOND_DIRECTORY}.
		 */
		SECOND_DIRECTORY,
		/** The validation service, over TLS, with a realm for each proof. */
		VALIDATION,
		/** Factors beyond the password, which users can enrol. */
		FACTORS

	}

	public SystemSpec {
		virtualMachineOptions = List.copyOf(virtualMachineOptions);
		settings = Map.copyOf(settings);
		extras = Set.copyOf(extras);
	}

	/** One node without a proxy and without limits. */
	public static SystemSpec oneNode(Store store, DirectorySpec directory) {
		return new SystemSpec(store, 1, false, directory, 0, Duration.ZERO, Duration.ZERO, List.of(), Map.of(),
				Launch.HARNESS, Set.of());
	}

	public SystemSpec withNodes(int count) {
		return new SystemSpec(store, count, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras);
	}

	public SystemSpec withProxy() {
		return new SystemSpec(store, nodes, true, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras);
	}

	public SystemSpec withCpuShare(double share) {
		return new SystemSpec(store, nodes, proxied, directory, share, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras);
	}

	public SystemSpec withLatency(Duration ofDirectory, Duration ofStore) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, ofDirectory, ofStore, virtualMachineOptions,
				settings, launch, extras);
	}

	public SystemSpec with(Extra extra) {
		Set<Extra> more = EnumSet.of(extra);
		more.addAll(extras);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, more);
	}

	public SystemSpec with(String key, String value) {
		Map<String, String> more = new LinkedHashMap<>(settings);
		more.put(key, value);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, more, launch, extras);
	}

	public SystemSpec withVirtualMachineOption(String option) {
		List<String> more = new ArrayList<>(virtualMachineOptions);
		more.add(option);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency, more,
				settings, launch, extras);
	}

	public SystemSpec launchedAs(Launch other) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, other, extras);
	}

	/** Where the measured nodes keep sessions. */
	public enum Store {

		MEMORY("memory"), JPA_DURABLE("jpa"), JPA_FAST("jpa-fast"), HAZELCAST("hazelcast");

		private final String label;

		Store(String label) {
			this.label = label;
		}

		/** As on the command line and in reports. */
		public String label() {
			return label;
		}

	}

}
