package org.campanile.perf.environment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.management.OperatingSystemMXBean;
import org.campanile.perf.environment.CpuShare.ProcessorShares;
import org.campanile.perf.environment.DirectorySpec.DirectoryServer;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Extra;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.load.LoginMethod;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.Validations;
import org.campanile.perf.load.Validations.Proof;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.process.HttpAnswers;
import org.campanile.perf.process.Programs;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.saml.crypto.KeyType;
import org.campanile.seal.Sha256;
import org.campanile.testkit.directory.TestAuthority;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.nginx.Nginx;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;

/** Starts the Campanile systems that are measured. */
public final class Systems {

	private Systems() {
	}

	/**
	 * Starts a system; returns when every node is ready.
	 * @param folder folder of the results; databases loaded for many runs and the keys of
	 * the service stay there, everything else is deleted when the system is closed
	 * @throws IOException saying what did not start, and why; nothing is left running
	 * @throws org.campanile.testkit.process.MissingProgramException saying what to
	 * install
	 */
	public static RunningSystem start(SystemSpec spec, Path folder) throws IOException {
		return start(spec, folder, Installation.find());
	}

	/**
	 * Starts a system as {@link #start} does, with nodes of another build. They are
	 * started as the product is, so that the build need not know this harness.
	 * @param server the executable jar of that build
	 */
	public static RunningSystem startBuild(Path server, SystemSpec spec, Path folder) throws IOException {
		return start(spec.launchedAs(SystemSpec.Launch.PRODUCT), folder, Installation.find().withServer(server));
	}

	private static RunningSystem start(SystemSpec spec, Path folder, Installation installation) throws IOException {
		if (spec.nodes() < 1) {
			throw new IllegalArgumentException("a system has a node");
		}
		if (spec.nodes() > 1 && !spec.proxied()) {
			throw new IllegalArgumentException("several nodes need a proxy in front");
		}
		return PeerEnvironment.start(folder, environment -> new Assembly(spec, environment, installation).start());
	}

	/**
	 * Whether {@code bin/campanile aot} has made a cache of the server to measure; false
	 * if there is no server, which starting it will report.
	 */
	public static boolean hasCacheOfClasses() {
		try {
			return Installation.find().cache(SystemSpec.Launch.PRODUCT_WITH_CACHE).isPresent();
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Starts the parts of a system one after the other. If that fails, the caller closes
	 * the environment.
	 */
	static final class Assembly {

		private static final int HEAP_LIMIT_MEGABYTES = 3_072;

		/** Says whether the kernel gives pages of 2 MB. */
		private static final Path LARGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

		private final SystemSpec spec;

		private final PeerEnvironment environment;

		private final Installation installation;

		private final List<MeasuredNode.Place> places = new ArrayList<>();

		private final Front front;

		private final Optional<Certificates> certificates;

		Assembly(SystemSpec spec, PeerEnvironment environment, Installation installation) throws IOException {
			this.spec = spec;
			this.environment = environment;
			this.installation = installation;
			Ports ports = environment.ports();
			for (int node = 1; node <= spec.nodes(); node++) {
				places.add(new MeasuredNode.Place("node" + node, ports.near(0), ports.near(0)));
			}
			this.certificates = spec.tls().isOn() ? Optional.of(Certificates.issue(spec.tls(), environment.work()))
					: Optional.empty();
			int port = spec.proxied() ? ports.near(0) : places.getFirst().port();
			this.front = certificates.map(issued -> Front.withTls(port, issued.front(spec.tls())))
				.orElseGet(() -> Front.plain(port));
		}

		RunningSystem start() throws IOException {
			environment.setting("store", spec.store().label());
			environment.setting("nodes", Integer.toString(spec.nodes()));
			VirtualServiceProvider service = environment.serviceProvider();
			Optional<GatedPages> pages = spec.extras().contains(Extra.GATE)
					? Optional.of(new GatedPages(environment.port())) : Optional.empty();
			DirectoryServer directory = environment.directoryServer("directory", spec.directory());
			Map<String, String> source = new LinkedHashMap<>(secondDirectory());
			source.putAll(factors());
			Optional<URI> validation = validation(source);
			NodeStorage store = NodeStorage.start(spec, environment);
			NodeHome home = NodeHome.write(environment.work().resolve("home"), front.baseUrl(), spec.proxied(),
					reached(directory), directory.authority(), service, pages);
			// Registered before the nodes, so that it ends after them: a control group
			// can be removed only once it is empty.
			Optional<ProcessorShares> shares = shares();
			List<MeasuredNode> nodes = nodes(home, store, source);
			shares.ifPresent(held -> held.of(nodes));
			proxy();
			pages(pages);
			settings(store);
			Path metadata = Files.writeString(environment.work().resolve("idp-metadata.xml"),
					metadata(URI.create(front.baseUrl() + "/shibboleth")));
			Target link = TargetPreset.CAMPANILE.target(front.baseUrl(), metadata, service);
			Target target = spec.initiator().begin(link);
			return new StartedSystem(targets(target, pages, validation), nodes, shares, store, environment);
		}

		private String metadata(URI address) throws IOException {
			return certificates.isPresent() ? HttpAnswers.read(address, certificates.get().authority())
					: HttpAnswers.read(address);
		}

		private Map<Protocol, Target> targets(Target saml, Optional<GatedPages> pages, Optional<URI> validation) {
			Map<Protocol, Target> targets = new EnumMap<>(Protocol.class);
			validation.ifPresent(service -> {
				targets.put(Protocol.VALIDATE_PASSWORD, Validations.target(saml, service, Proof.PASSWORD));
				targets.put(Protocol.VALIDATE_PIN, Validations.target(saml, service, Proof.PIN));
				targets.put(Protocol.VALIDATE_TOTP, Validations.target(saml, service, Proof.TOTP));
				targets.put(Protocol.VALIDATE_BOTH, Validations.target(saml, service, Proof.BOTH));
			});
			targets.put(Protocol.SAML, saml);
			if (spec.extras().contains(Extra.FACTORS)) {
				targets.put(Protocol.SAML_TOTP, saml.by(LoginMethod.TOTP));
				targets.put(Protocol.SAML_PASSKEY, saml.by(LoginMethod.PASSKEY));
				targets.put(Protocol.SAML_PASSKEY_ALONE, saml.by(LoginMethod.PASSKEY_ALONE));
			}
			targets.put(Protocol.CAS, saml.byTickets(front.baseUrl() + "/cas"));
			pages.ifPresent(site -> GatedPages.SITES
				.forEach((protocol, name) -> targets.put(protocol, saml.throughGate(site.anyPage(protocol)))));
			return targets;
		}

		/** Starts the pages' web server, which asks the nodes directly. */
		private void pages(Optional<GatedPages> pages) throws IOException {
			if (pages.isPresent()) {
				ChildProcess nginx = environment.add(pages.get()
					.start(environment.work().resolve("pages"), installation.inTree("deploy/gate/nginx.conf"),
							places.stream().map(MeasuredNode.Place::upstream).toList()));
				environment.measure(new MeasuredProcess("nginx, pages", ProcessRole.SERVICE, nginx.pid()));
				environment.setting("pages",
						Target.PAGES + " of 14 KB behind nginx with the gate, answers of the gate not cached there");
			}
		}

		/**
		 * Starts a second directory with the same people and some of their attributes.
		 * @return the settings with which nodes use it; none without it
		 */
		private Map<String, String> secondDirectory() throws IOException {
			if (!spec.extras().contains(Extra.SECOND_DIRECTORY)) {
				return Map.of();
			}
			DirectoryServer directory = environment.directoryServer("second directory",
					new DirectorySpec(spec.directory().kind(), spec.directory().people(), false));
			String source = "campanile.attributes.sources.second.";
			Map<String, String> settings = new LinkedHashMap<>();
			settings.put(source + "on-failure", "refuse");
			settings.put(source + "ldap.urls", reached(directory).toString());
			settings.put(source + "ldap.bind-dn", Campus.SERVICE_DN);
			settings.put(source + "ldap.bind-password", Campus.SERVICE_PASSWORD);
			settings.put(source + "ldap.base-dn", Campus.BASE_DN);
			settings.put(source + "ldap.attributes", String.join(",", Campus.FROM_SECOND_DIRECTORY));
			for (String attribute : Campus.FROM_SECOND_DIRECTORY) {
				settings.put("campanile.attributes.definitions." + attribute + ".from", "second");
			}
			return settings;
		}

		/** Returns the settings for factors, which the validation service needs too. */
		private Map<String, String> factors() {
			if (!spec.extras().contains(Extra.FACTORS) && !spec.extras().contains(Extra.VALIDATION)) {
				return Map.of();
			}
			// A user with a passkey takes two records.
			return Map.of("campanile.factors.enabled", "true", "campanile.storage.memory.durable.accept-loss", "true",
					"campanile.storage.memory.durable.max-records", "3000000");
		}

		/**
		 * Adds the validation service to the first node, on a port of its own.
		 * @param settings the nodes' settings, to which its own are added
		 * @return its address; empty without it
		 */
		private Optional<URI> validation(Map<String, String> settings) throws IOException {
			if (!spec.extras().contains(Extra.VALIDATION)) {
				return Optional.empty();
			}
			Path folder = Files.createDirectories(environment.work().resolve("validation"));
			new TestAuthority(folder).issueForLoopback(folder);
			int port = environment.ports().near(0);
			String prefix = "campanile.validation.";
			settings.put(prefix + "enabled", "true");
			settings.put(prefix + "listen.port", Integer.toString(port));
			settings.put(prefix + "listen.address", "127.0.0.1");
			settings.put(prefix + "listen.certificate", folder.resolve("server.pem").toAbsolutePath().toString());
			settings.put(prefix + "listen.private-key", folder.resolve("server.key").toAbsolutePath().toString());
			settings.put(prefix + "clients.load.token-sha256", HexFormat.of().formatHex(Sha256.of(Validations.TOKEN)));
			settings.put(prefix + "clients.load.requests-per-minute", "10000000");
			settings.put(prefix + "clients.load.attributes", "mail");
			for (Proof proof : Proof.values()) {
				settings.put(prefix + "realms." + proof.realm() + ".check", proof.check());
			}
			return Optional.of(URI.create("https://127.0.0.1:" + port + "/validate/check"));
		}

		private URI reached(DirectoryServer directory) throws IOException {
			URI address = directory.address();
			return URI.create(address.getScheme() + "://127.0.0.1:"
					+ environment.delayed(address.getPort(), spec.directoryLatency()));
		}

		private List<MeasuredNode> nodes(NodeHome home, NodeStorage store, Map<String, String> source)
				throws IOException {
			List<MeasuredNode> nodes = new ArrayList<>();
			List<String> all = new ArrayList<>(List.of("@" + installation.virtualMachineOptions()));
			all.addAll(options());
			// All nodes are started at once, as a member of Hazelcast is not ready alone.
			for (MeasuredNode.Place place : places) {
				Map<String, String> settings = new LinkedHashMap<>(store.ofNode(nodes.size() + 1));
				settings.putAll(source);
				if (spec.tls().end() == Tls.End.NODE) {
					settings.putAll(certificates.orElseThrow().ofNode());
				}
				settings.putAll(spec.settings());
				MeasuredNode node = environment.add(MeasuredNode.start(place, installation, spec.launch(),
						home.ofNode(environment.work().resolve(place.name())), all, settings));
				nodes.add(node);
				environment.measure(node.measured());
			}
			// All nodes are asked to stop before any is waited for.
			environment.add(() -> nodes.forEach(MeasuredNode::requestStop));
			for (MeasuredNode node : nodes) {
				node.awaitReady();
			}
			return nodes;
		}

		/**
		 * Returns the nodes' JVM options beside those of {@code bin/jvm.options}: a
		 * larger heap, for which the JDK chooses the collector, and pages of 2 MB where
		 * the launcher has them too. Those of the spec come last and win.
		 */
		private List<String> options() throws IOException {
			List<String> options = new ArrayList<>();
			if (Files.isReadable(LARGE_PAGES) && !Files.readString(LARGE_PAGES).contains("[never]")) {
				options.add("-XX:+UseTransparentHugePages");
			}
			options.add("-Xmx" + Math.min(HEAP_LIMIT_MEGABYTES, memoryMegabytes() / 2 / spec.nodes()) + "m");
			if (spec.cpuShare() > 0) {
				// Plans for as many processors as a container with that limit reports;
				// otherwise it would plan for all of them.
				options.add("-XX:ActiveProcessorCount=" + Math.max(1, (int) Math.ceil(spec.cpuShare())));
			}
			options.addAll(spec.tls().virtualMachineOptions());
			options.addAll(spec.virtualMachineOptions());
			return options;
		}

		private static long memoryMegabytes() {
			return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
		}

		private void proxy() throws IOException {
			if (spec.proxied()) {
				Nginx proxy = environment.add(Nginx.start(environment.work().resolve("nginx"), front,
						places.stream().map(MeasuredNode.Place::upstream).toList()));
				environment.measure(new MeasuredProcess("nginx", ProcessRole.PROXY, proxy.pid()));
				environment.setting("nginx version", Programs.version(Program.NGINX.require(), "-v"));
			}
			environment.setting("TLS", spec.tls().description());
			environment.setting("proxy", spec.proxied() ? "nginx, as deploy/nginx configures it" : "none");
		}

		private Optional<ProcessorShares> shares() throws IOException {
			if (spec.cpuShare() <= 0) {
				environment.setting("processor share of a node", "no limit");
				return Optional.empty();
			}
			ProcessorShares shares = environment.add(new ProcessorShares(spec.cpuShare(), CpuShare.choose(),
					environment.work().resolve("cpu-share.log")));
			environment.setting("processor share of a node", shares.describe());
			return Optional.of(shares);
		}

		private void settings(NodeStorage store) throws IOException {
			environment.setting("virtual machine", System.getProperty("java.vm.name") + " "
					+ System.getProperty("java.vm.version") + " with bin/jvm.options, " + String.join(" ", options()));
			environment.setting("AOT cache", installation.cache(spec.launch()).isPresent() ? "used" : "none");
			spec.settings().forEach(environment::setting);
			latency("directory", spec.directoryLatency());
			latency("database", store instanceof NodeStorage.Database ? spec.storeLatency() : Duration.ZERO);
		}

		private void latency(String where, Duration latency) {
			if (!latency.isZero()) {
				environment.setting("latency added to the " + where, latency.toNanos() / 1e6 + " ms");
			}
		}

		/**
		 * The certificate that browsers see, as files in PEM.
		 *
		 * @param folder with {@code server.pem} and {@code server.key}
		 * @param authority certificate of the issuing authority
		 */
		private record Certificates(Path folder, Path authority) {

			static Certificates issue(Tls tls, Path work) throws IOException {
				Path folder = Files.createDirectories(work.resolve("tls"));
				TestAuthority authority = new TestAuthority(folder);
				KeyType type = tls.certificate() == Tls.Certificate.ECDSA ? KeyType.EC_P256 : KeyType.RSA_2048;
				authority.issueForLocalhost(folder, type.generate(new SecureRandom()));
				return new Certificates(folder, authority.certificate());
			}

			Front.Tls front(Tls tls) {
				return new Front.Tls(file("server.pem"), file("server.key"), tls.resumption());
			}

			/** Returns the documented settings of a node for TLS without a proxy. */
			Map<String, String> ofNode() {
				return Map.of("server.ssl.certificate", "file:" + file("server.pem"),
						"server.ssl.certificate-private-key", "file:" + file("server.key"),
						"management.server.ssl.enabled", "false");
			}

			private Path file(String name) {
				return folder.resolve(name).toAbsolutePath();
			}

		}

	}

}
