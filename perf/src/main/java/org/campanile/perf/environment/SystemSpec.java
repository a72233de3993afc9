package org.campanile.perf.environment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.perf.load.Target;

/**
 * The system to start for a cell.
 *
 * @param store the store in which sessions live
 * @param nodes the number of nodes
 * @param proxied whether nginx stands in front of the nodes
 * @param directory the directory of the people who can sign in
 * @param cpuShare the share of a core that each node may use, 1.0 for one core; 0 for no
 * limit
 * @param directoryLatency the delay of every answer of the directory
 * @param storeLatency the delay of every answer of the database
 * @param virtualMachineOptions the nodes' options for the virtual machine
 * @param settings the nodes' settings, which override those of perf
 * @param launch how the nodes are started
 * @param extras optional parts, which most cells do without
 * @param initiator who begins a sign-on by SAML
 * @param tls TLS between browsers and servers
 */
public record SystemSpec(Store store, int nodes, boolean proxied, DirectorySpec directory, double cpuShare,
		Duration directoryLatency, Duration storeLatency, List<String> virtualMachineOptions,
		Map<String, String> settings, Launch launch, Set<Extra> extras, Initiator initiator, Tls tls) {

	/** The ways to start nodes. */
	public enum Launch {

		/**
		 * Through the harness, which can then ask a node to store sessions or report its
		 * heap.
		 */
		HARNESS,
		/** Like {@code bin/campanile run} without the AOT cache. */
		PRODUCT,
		/** Like {@code bin/campanile run} after {@code bin/campanile aot}. */
		PRODUCT_WITH_CACHE

	}

	/** The optional parts of a system. */
	public enum Extra {

		/** Pages behind the gate, served by an nginx of their own. */
		GATE,
		/**
		 * A second directory, from which each login reads
		 * {@link Campus#FROM_SECOND_DIRECTORY}.
		 */
		SECOND_DIRECTORY,
		/** The validation service, over TLS, with a realm for each kind of proof. */
		VALIDATION,
		/** Factors other than the password, which users can enrol. */
		FACTORS

	}

	/** The party that begins a sign-on by SAML. */
	public enum Initiator {

		/** The service, by an AuthnRequest that is new each time. */
		SERVICE("by an AuthnRequest of the service, over HTTP-Redirect"),
		/** The service, by such a request in a form. */
		POST("by an AuthnRequest of the service, over HTTP-POST"),
		/** The identity provider: unsolicited single sign-on. */
		IDP("by a link to the identity provider (unsolicited)");

		private final String description;

		Initiator(String description) {
			this.description = description;
		}

		/** Returns the text for reports. */
		public String description() {
			return description;
		}

		/** Returns the party that begins the sign-ons at a target; empty without SAML. */
		public static Optional<Initiator> of(Target target) {
			return switch (target.kind()) {
				case REDIRECT -> Optional.of(SERVICE);
				case POST -> Optional.of(POST);
				case UNSOLICITED -> Optional.of(IDP);
				default -> Optional.empty();
			};
		}

		/**
		 * Returns a target at which this party begins the sign-ons.
		 * @param link the target with unsolicited single sign-on
		 * @throws IOException if its metadata cannot be read or lacks the address
		 */
		public Target begin(Target link) throws IOException {
			return switch (this) {
				case SERVICE -> link.byRedirect();
				case POST -> link.byPost();
				case IDP -> link;
			};
		}

	}

	/**
	 * TLS between browsers and servers.
	 *
	 * @param end the server at which TLS ends
	 * @param certificate key type of the server's certificate
	 * @param resumption whether the server resumes the TLS sessions of browsers
	 */
	public record Tls(End end, Certificate certificate, boolean resumption) {

		/** Plain HTTP. */
		public static final Tls NONE = new Tls(End.OFF, Certificate.RSA, false);

		/** The server at which TLS ends. */
		public enum End {

			/** No TLS: plain HTTP. */
			OFF,
			/** TLS ends at nginx. */
			PROXY,
			/** TLS ends at the node. */
			NODE

		}

		/** The key type of the server's certificate. */
		public enum Certificate {

			RSA("RSA-2048"), ECDSA("ECDSA P-256");

			private final String key;

			Certificate(String key) {
				this.key = key;
			}

		}

		/** Whether TLS is used at all. */
		public boolean isOn() {
			return end != End.OFF;
		}

		/** Returns the nodes' options for the virtual machine that TLS needs. */
		public List<String> virtualMachineOptions() {
			// TLS 1.3 resumes sessions by tickets, so none are issued.
			return end == End.NODE && !resumption ? List.of("-Djdk.tls.server.newSessionTicketCount=0") : List.of();
		}

		/** Returns the text for reports. */
		public String description() {
			return switch (end) {
				case OFF -> "none";
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
					"--tls node needs a single node that browsers reach directly: not behind "
							+ "nginx, as several nodes are (--nodes 1), nor asked by the gate");
		}
	}

	/** Returns a system of one node, without a proxy and without limits. */
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

	/** The stores in which the measured nodes can keep sessions. */
	public enum Store {

		MEMORY("memory"), JPA_DURABLE("jpa"), JPA_FAST("jpa-fast"), HAZELCAST("hazelcast");

		private final String label;

		Store(String label) {
			this.label = label;
		}

		/** Returns the name on the command line and in reports. */
		public String label() {
			return label;
		}

	}

}
