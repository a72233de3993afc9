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
 * @param initiator who begins a sign-on by SAML
 * @param tls between browsers and servers
 */
public record SystemSpec(Store store, int nodes, boolean proxied, DirectorySpec directory, double cpuShare,
		Duration directoryLatency, Duration storeLatency, List<String> virtualMachineOptions,
		Map<String, String> settings, Launch launch, Set<Extra> extras, Initiator initiator, Tls tls) {

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

	/** Who begins a sign-on by SAML. */
	public enum Initiator {

		/** The service, by an AuthnRequest that is new each time. */
		SERVICE("by an AuthnRequest of the service, over HTTP-Redirect"),
		/** The identity provider: unsolicited single sign-on. */
		IDP("by a link to the identity provider (unsolicited)");

		private final String description;

		Initiator(String description) {
			this.description = description;
		}

		/** As in reports. */
		public String description() {
			return description;
		}

	}

	/**
	 * TLS between browsers and servers.
	 *
	 * @param end where it ends
	 * @param certificate of the server
	 * @param resumption whether the server resumes sessions that browsers know
	 */
	public record Tls(End end, Certificate certificate, boolean resumption) {

		/** Plain HTTP. */
		public static final Tls NONE = new Tls(End.NOWHERE, Certificate.RSA, false);

		/** Where TLS ends. */
		public enum End {

			/** Nowhere: plain HTTP. */
			NOWHERE,
			/** At nginx. */
			PROXY,
			/** At the node. */
			NODE

		}

		/** Key of the server's certificate. */
		public enum Certificate {

			RSA("RSA-2048"), ECDSA("ECDSA P-256");

			private final String key;

			Certificate(String key) {
				this.key = key;
			}

		}

		/** Whether there is any. */
		public boolean isOn() {
			return end != End.NOWHERE;
		}

		/** What the virtual machine of a node is given for it. */
		public List<String> virtualMachineOptions() {
			// No tickets, by which TLS 1.3 resumes sessions.
			return end == End.NODE && !resumption ? List.of("-Djdk.tls.server.newSessionTicketCount=0") : List.of();
		}

		/** As in reports. */
		public String description() {
			return switch (end) {
				case NOWHERE -> "none";
				case PROXY -> "at nginx, " + details();
				case NODE -> "at the node, " + details();
			};
		}

		private String details() {
			return certificate.key + " certificate, sessions " + (resumption ? "resumed" : "never resumed");
		}

	}

	public SystemSpec {
		virtualMachineOptions = List.copyOf(virtualMachineOptions);
		settings = Map.copyOf(settings);
		extras = Set.copyOf(extras);
		if (tls.end() == Tls.End.NODE && (proxied || nodes > 1 || extras.contains(Extra.GATE))) {
			throw new IllegalArgumentException(
					"--tls node is of a single node that browsers reach directly: not behind "
							+ "nginx, as several nodes are (--nodes 1), nor asked by the gate");
		}
	}

	/** One node without a proxy and without limits. */
	public static SystemSpec oneNode(Store store, DirectorySpec directory) {
		return new SystemSpec(store, 1, false, directory, 0, Duration.ZERO, Duration.ZERO, List.of(), Map.of(),
				Launch.HARNESS, Set.of(), Initiator.SERVICE, Tls.NONE);
	}

	public SystemSpec withNodes(int count) {
		return new SystemSpec(store, count, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras, initiator, tls);
	}

	public SystemSpec withProxy() {
		return new SystemSpec(store, nodes, true, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras, initiator, tls);
	}

	public SystemSpec withCpuShare(double share) {
		return new SystemSpec(store, nodes, proxied, directory, share, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras, initiator, tls);
	}

	public SystemSpec withLatency(Duration ofDirectory, Duration ofStore) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, ofDirectory, ofStore, virtualMachineOptions,
				settings, launch, extras, initiator, tls);
	}

	public SystemSpec with(Extra extra) {
		Set<Extra> more = EnumSet.of(extra);
		more.addAll(extras);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, more, initiator, tls);
	}

	public SystemSpec with(String key, String value) {
		Map<String, String> more = new LinkedHashMap<>(settings);
		more.put(key, value);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, more, launch, extras, initiator, tls);
	}

	public SystemSpec withVirtualMachineOption(String option) {
		List<String> more = new ArrayList<>(virtualMachineOptions);
		more.add(option);
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency, more,
				settings, launch, extras, initiator, tls);
	}

	public SystemSpec initiatedBy(Initiator other) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras, other, tls);
	}

	public SystemSpec with(Tls other) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, launch, extras, initiator, other);
	}

	public SystemSpec launchedAs(Launch other) {
		return new SystemSpec(store, nodes, proxied, directory, cpuShare, directoryLatency, storeLatency,
				virtualMachineOptions, settings, other, extras, initiator, tls);
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
