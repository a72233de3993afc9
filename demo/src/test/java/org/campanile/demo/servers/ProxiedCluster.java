package org.campanile.demo.servers;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.demo.cluster.ClusterListener;
import org.campanile.demo.cluster.ClusterPlan;
import org.campanile.demo.cluster.DemoCluster;
import org.campanile.demo.cluster.Node;
import org.campanile.demo.cluster.PackagedServer;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.process.ClusterStore;
import org.campanile.testkit.process.HazelcastMembers;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.servers.ExecutableJar;
import org.campanile.testkit.servers.Installed;
import org.campanile.testkit.servers.Stopping;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;

/**
 * Three nodes behind nginx in processes of their own, started as by
 * {@code demo --cluster}; nodes that end stay down until they are started again.
 */
final class ProxiedCluster implements AutoCloseable {

	/** The stores that nodes can share. */
	enum Kind {

		/** Debian's PostgreSQL. */
		JPA,
		/** Hazelcast embedded in the nodes. */
		HAZELCAST

	}

	private static final class IgnoredEvents implements ClusterListener {

		@Override
		public void happened(String what) {
			// Ignored.
		}

		@Override
		public void served(String time, String nodes, String request, int status, long millis) {
			// Ignored.
		}

	}

	private static final int NODES = 3;

	/** The default settings, except for a deadline given on the command line. */
	private static final Map<String, String> SETTINGS = Optional.ofNullable(System.getProperty("cluster.deadline"))
		.map(deadline -> Map.of("campanile.storage.deadline", deadline))
		.orElse(Map.of());

	private final DemoCluster cluster;

	private final ClusterStore store;

	private final Path home;

	private final ForeignService service;

	private final ForeignService unsigning;

	private ProxiedCluster(DemoCluster cluster, ClusterStore store, Path home, ForeignService service,
			ForeignService unsigning) {
		this.cluster = cluster;
		this.store = store;
		this.home = home;
		this.service = service;
		this.unsigning = unsigning;
	}

	/**
	 * @param folder an empty folder for the cluster alone
	 */
	static ProxiedCluster start(Path folder, Kind kind) throws IOException {
		return start(folder, kind, new Ports(), null, SETTINGS);
	}

	/**
	 * @param tls the proxy's TLS key and certificate, or null for HTTP
	 * @param settings further settings of every node
	 */
	static ProxiedCluster start(Path folder, Kind kind, Ports ports, Front.@Nullable Tls tls,
			Map<String, String> settings) throws IOException {
		Installed.NGINX.path();
		Path home = Files.createDirectories(folder.resolve("home"));
		Files.createDirectories(home.resolve("metadata"));
		ForeignService service = ForeignService.at("sp.example.org", InstantSource.system()).registered(home);
		ForeignService unsigning = ForeignService
			.at("unsigning.example.org", InstantSource.system(), metadata -> metadata.withAuthnRequestsSigned(false))
			.registered(home);
		ClusterStore store = kind == Kind.JPA
				? PostgresClusterStore.start(Files.createDirectories(folder.resolve("postgresql")), ports.near(0))
				: HazelcastMembers.of(NODES, ports);
		int port = ports.near(20_000 + new SecureRandom().nextInt(8_000));
		Front front = new Front(port, Optional.ofNullable(tls));
		DemoCluster cluster = DemoCluster.of(
				new ClusterPlan(NODES, front, home, folder.resolve("work"), settings, Optional.of(packaged()), false),
				store, new IgnoredEvents());
		ProxiedCluster started = new ProxiedCluster(cluster, store, home, service, unsigning);
		try {
			cluster.start(ports);
			return started;
		}
		catch (IOException | RuntimeException ex) {
			started.close();
			throw ex;
		}
	}

	/** Returns the packaged server, since the tests' class path differs from it. */
	static PackagedServer packaged() throws IOException {
		return new PackagedServer(ExecutableJar.in(Path.of("../idp-web/target")),
				Path.of("target/lib").toAbsolutePath());
	}

	/** Returns another build, as named by {@code cluster.previous}; empty if unset. */
	static Optional<PackagedServer> previous() {
		return Optional.ofNullable(System.getProperty("cluster.previous"))
			.map(jar -> new PackagedServer(Path.of(jar),
					Path.of(System.getProperty("cluster.previous-libraries", "target/none")).toAbsolutePath()));
	}

	List<Node> nodes() {
		return cluster.nodes();
	}

	/** Returns a node by its index, counted from 0. */
	Node node(int index) {
		return cluster.nodes().get(index % NODES);
	}

	ClusterStore store() {
		return store;
	}

	Path home() {
		return home;
	}

	/** Returns a service that is registered with all nodes. */
	ForeignService service() {
		return service;
	}

	/** Returns the public base URL, which leads through the proxy. */
	String baseUrl() {
		return cluster.plan().front().baseUrl();
	}

	/** Returns nginx's access log. */
	Path accessLog() {
		return cluster.plan().work().resolve("nginx").resolve("access.log");
	}

	/** Returns the URL of a signed AuthnRequest by HTTP-Redirect. */
	String signedRequest() {
		return service.provider().redirect(baseUrl() + "/profile/SAML2/Redirect/SSO", AuthnRequestOptions.PLAIN).url();
	}

	/** Returns the URL of an unsigned AuthnRequest by HTTP-Redirect. */
	String unsignedRequest() {
		return unsigning.provider()
			.redirect(baseUrl() + "/profile/SAML2/Redirect/SSO", AuthnRequestOptions.PLAIN)
			.url();
	}

	/** Returns a link that starts an unsolicited sign-on to the service. */
	String signOnLink() {
		return baseUrl() + "/profile/SAML2/Unsolicited/SSO?providerId="
				+ URLEncoder.encode(service.entityId(), StandardCharsets.UTF_8);
	}

	/**
	 * Returns the same address at a node, bypassing the proxy, with the same host name so
	 * that cookies are sent.
	 */
	URI at(Node node, URI address) {
		String path = address.getRawPath() + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
		return URI.create("http://localhost:" + URI.create(node.address()).getPort() + path);
	}

	URI at(Node node, String address) {
		return at(node, URI.create(address));
	}

	@Override
	public void close() {
		Stopping.all(cluster, store);
	}

}
