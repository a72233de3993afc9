package org.campanile.demo.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.nginx.Nginx;
import org.campanile.testkit.process.ClusterStore;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * Several nodes behind nginx, with their own store and directory, all on loopback.
 * {@link #close()} stops everything in order; if this process exits without that,
 * everything stops by itself. Thread-safe.
 */
public final class DemoCluster implements AutoCloseable {

	/** The programs that a cluster needs on this machine. */
	public static final List<Program> PROGRAMS = List.of(Program.SETSID, Program.NGINX);

	/** The time that a node may take to start; starting several at once is slow. */
	private static final Duration START_PATIENCE = Duration.ofMinutes(5);

	private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

	private static final int MANAGEMENT_OFFSET = 10;

	private final ClusterPlan plan;

	private final ClusterListener listener;

	private final ClusterStore store;

	private final EmbeddedDirectory directory;

	private final List<Node> nodes = new CopyOnWriteArrayList<>();

	private volatile @Nullable Nginx nginx;

	private volatile @Nullable AccessLog accessLog;

	private volatile boolean started;

	private volatile boolean closing;

	private DemoCluster(ClusterPlan plan, ClusterStore store, EmbeddedDirectory directory, ClusterListener listener) {
		this.plan = plan;
		this.store = store;
		this.directory = directory;
		this.listener = listener;
	}

	/**
	 * Prepares a cluster and starts its directory.
	 * @param store the store, started; the caller closes it after the cluster
	 * @throws MissingProgramException if this machine lacks a program
	 */
	public static DemoCluster of(ClusterPlan plan, ClusterStore store, ClusterListener listener) throws IOException {
		PROGRAMS.forEach(Program::require);
		return new DemoCluster(plan, store, EmbeddedDirectory.demo(0), listener);
	}

	/**
	 * Starts everything and waits until every node is ready.
	 * @throws IOException if something did not start; the message gives the reason, and
	 * the caller has to close this
	 */
	public void start(Ports ports) throws IOException {
		Files.createDirectories(plan.home().resolve("metadata"));
		Files.createDirectories(plan.home().resolve("credentials"));
		for (int i = 1; i <= plan.nodes(); i++) {
			Map<String, String> settings = new LinkedHashMap<>(settings());
			settings.putAll(store.settings(i));
			settings.putAll(plan.settings());
			nodes.add(Node.of("node" + i, ports.near(plan.front().port() + i),
					ports.near(plan.front().port() + MANAGEMENT_OFFSET + i), plan.home(),
					plan.work().resolve("node" + i), plan.packaged(), settings));
		}
		// In parallel: the first creates keys and tables, and a single Hazelcast member
		// would never become ready.
		for (Node node : nodes) {
			start(node);
		}
		for (Node node : nodes) {
			node.awaitReady(START_PATIENCE);
			listener.happened(node.name() + " is ready: process " + node.pid() + ", " + node.address());
		}
		Nginx proxy = Nginx.start(plan.work().resolve("nginx"), plan.front(),
				nodes.stream().map(Node::upstream).toList());
		nginx = proxy;
		accessLog = AccessLog.follow(proxy.accessLog(), this::report);
		started = true;
	}

	private Map<String, String> settings() {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("campanile.base-url", plan.front().baseUrl());
		settings.put("campanile.http.trusted-proxies", "127.0.0.1");
		settings.put("campanile.ldap.embedded.enabled", "false");
		settings.putAll(directory.settings());
		return settings;
	}

	private void start(Node node) throws IOException {
		if (closing) {
			throw new IOException("the cluster is being stopped");
		}
		node.start();
		node.onEnd(() -> ended(node));
	}

	/** A node crashed or was killed. */
	private void ended(Node node) {
		if (closing || !started || !plan.restarted()) {
			return;
		}
		listener.happened(node.name() + " has exited (status " + node.status() + "); it is started again");
		try {
			TimeUnit.SECONDS.sleep(1);
			if (closing) {
				return;
			}
			start(node);
			node.awaitReady(START_PATIENCE);
			listener.happened(node.name() + " is ready again: process " + node.pid());
		}
		catch (IOException ex) {
			if (!closing) {
				listener.happened(node.name() + " did not start: " + ex.getMessage());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void report(AccessLine line) {
		String asked = line.upstreams()
			.stream()
			.map(upstream -> nodes.stream()
				.filter(node -> node.upstream().equals(upstream))
				.map(Node::name)
				.findFirst()
				.orElse(upstream))
			.collect(Collectors.joining(" then "));
		listener.served(line.time(), asked, line.method() + " " + line.path(), line.status(), line.millis());
	}

	public ClusterPlan plan() {
		return plan;
	}

	/** The nodes, in order. */
	public List<Node> nodes() {
		return List.copyOf(nodes);
	}

	/** Returns the address at which the directory listens. */
	public String directoryAddress() {
		return "ldap://127.0.0.1:" + directory.address().port();
	}

	/**
	 * Stops everything: the proxy, so that no more requests arrive, then the nodes, then
	 * the directory.
	 */
	@Override
	public void close() {
		closing = true;
		AccessLog log = accessLog;
		if (log != null) {
			log.close();
		}
		Nginx proxy = nginx;
		if (proxy != null) {
			proxy.close();
		}
		nodes.forEach(Node::letGo);
		nodes.forEach(node -> node.awaitEnd(STOP_PATIENCE));
		directory.close();
	}

}
