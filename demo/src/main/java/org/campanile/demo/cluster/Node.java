package org.campanile.demo.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.campanile.testkit.process.ChildProcess;

/**
 * A node of the cluster: a server in its own process, which can exit and be started
 * again. Thread-safe.
 */
public final class Node {

	/**
	 * The parts of the home folder that all nodes share; every node has its own copy of
	 * the rest.
	 */
	private static final List<String> SHARED = List.of("application.yaml", "metadata", "services", "credentials",
			"views", "messages");

	private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();

	private final String name;

	private final int port;

	private final int managementPort;

	private final Path home;

	private final Map<String, String> settings;

	private volatile Optional<PackagedServer> packaged;

	private volatile @Nullable ChildProcess process;

	private Node(String name, int port, int managementPort, Path home, Map<String, String> settings,
			Optional<PackagedServer> packaged) {
		this.name = name;
		this.port = port;
		this.managementPort = managementPort;
		this.home = home;
		this.settings = settings;
		this.packaged = packaged;
	}

	/**
	 * Prepares a node; nothing is started.
	 * @param shared the home folder of all nodes
	 * @param home this node's own home folder, created with links to the shared parts
	 * @param packaged the packaged server; empty for the class path of this process
	 * @param settings by key, in addition to the ports
	 */
	static Node of(String name, int port, int managementPort, Path shared, Path home, Optional<PackagedServer> packaged,
			Map<String, String> settings) throws IOException {
		Files.createDirectories(home);
		for (String part : SHARED) {
			Path link = home.resolve(part);
			if (!Files.isSymbolicLink(link)) {
				Files.createSymbolicLink(link, shared.resolve(part).toAbsolutePath());
			}
		}
		Map<String, String> all = new LinkedHashMap<>(settings);
		all.put("server.port", Integer.toString(port));
		all.put("management.server.port", Integer.toString(managementPort));
		return new Node(name, port, managementPort, home, all, packaged);
	}

	/** Starts its process; it is ready some seconds later. */
	public synchronized void start() throws IOException {
		if (isAlive()) {
			throw new IllegalStateException(name + " is already running");
		}
		process = ChildProcess.start(name, NodeCommandLine.of(packaged, home, settings), log());
	}

	/** Sets the build of the server for its next start, as in an upgrade. */
	public void replaceServer(PackagedServer other) {
		packaged = Optional.of(other);
	}

	public String name() {
		return name;
	}

	/** Returns the base URL of the node, without the proxy. */
	public String address() {
		return "http://127.0.0.1:" + port;
	}

	/** Returns {@code host:port} as the proxy names the node. */
	String upstream() {
		return "127.0.0.1:" + port;
	}

	/** The base URL of health and metrics. */
	public String managementAddress() {
		return "http://127.0.0.1:" + managementPort + "/actuator";
	}

	/** Returns the file of the node's output. */
	public Path log() {
		return home.resolve("log.txt");
	}

	/** The process id; 0 before the first start. */
	public long pid() {
		ChildProcess current = process;
		return current == null ? 0 : current.pid();
	}

	public boolean isAlive() {
		ChildProcess current = process;
		return current != null && current.isAlive();
	}

	/** Returns the exit status of the node's process. */
	int status() {
		ChildProcess current = process;
		return current == null ? 0 : current.status();
	}

	/** Sends SIGTERM: the node drains and exits. */
	public void terminate() {
		ChildProcess current = process;
		if (current != null) {
			current.terminate();
		}
	}

	/** Sends SIGKILL: the node exits at once. */
	public void kill() {
		ChildProcess current = process;
		if (current != null) {
			current.kill();
		}
	}

	/** Stops it without draining, because it receives no more requests. */
	void letGo() {
		ChildProcess current = process;
		if (current != null) {
			current.letGo();
		}
	}

	/** Waits until it has exited, and kills it after the timeout. */
	public void awaitEnd(Duration patience) {
		ChildProcess current = process;
		if (current != null) {
			current.await(patience);
		}
	}

	void onEnd(Runnable action) {
		ChildProcess current = process;
		if (current != null) {
			current.onExit().thenRun(action);
		}
	}

	/** Whether the node reports readiness. */
	public boolean isReady() {
		try {
			return CLIENT
				.send(HttpRequest.newBuilder(URI.create(managementAddress() + "/health/readiness"))
					.timeout(Duration.ofSeconds(3))
					.build(), BodyHandlers.discarding())
				.statusCode() == 200;
		}
		catch (IOException notYet) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Waits until it is ready.
	 * @throws IOException with the end of its log if it exits before, or takes too long
	 */
	public void awaitReady(Duration patience) throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		while (!isReady()) {
			if (!isAlive() || System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
				throw new IOException(name + (isAlive() ? " is not ready" : " has exited") + ": " + lastLines());
			}
			try {
				TimeUnit.MILLISECONDS.sleep(100);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private String lastLines() throws IOException {
		List<String> lines = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
		return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 10), lines.size()));
	}

}
