package org.campanile.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import org.campanile.demo.cluster.ClusterListener;
import org.campanile.demo.cluster.ClusterPlan;
import org.campanile.demo.cluster.DemoCluster;
import org.campanile.demo.cluster.Node;
import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.process.ClusterStore;
import org.campanile.testkit.process.Ports;
import org.campanile.web.command.Cleanup;

/**
 * {@code campanile demo --cluster}: reports in the terminal what happens on which node.
 */
final class ClusterDemo implements ClusterListener {

	private final PrintWriter out;

	private final Cleanup cleanup;

	ClusterDemo(PrintWriter out, Cleanup cleanup) {
		this.out = out;
		this.cleanup = cleanup;
	}

	/** Runs until this process is told to stop. */
	int run(Path folder, int port, int nodes, StoreKind kind) throws IOException {
		Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
		Path work = cleanup.temporaryFolder("campanile-cluster");
		Ports ports = new Ports();
		ports.near(port);
		ClusterStore store = cleanup.add(DemoCommand.startStore(kind, nodes, ports, cleanup));
		happened(store.describe());
		ClusterPlan plan = new ClusterPlan(nodes, Front.plain(port), folder, work, settings(kind), Optional.empty(),
				true);
		DemoCluster cluster = cleanup.add(DemoCluster.of(plan, store, this));
		cluster.start(ports);
		new Welcome(out).print(plan.front().baseUrl(), folder, store.describe(), () -> describe(cluster));
		await();
		return 0;
	}

	/**
	 * Turns enrolment off for Hazelcast alone, as it does not keep enrolments where all
	 * nodes find them.
	 */
	private static Map<String, String> settings(StoreKind kind) {
		return kind == StoreKind.HAZELCAST ? Map.of("campanile.factors.enabled", "false") : Map.of();
	}

	private void describe(DemoCluster cluster) {
		out.println("  Proxy           nginx on port " + cluster.plan().front().port() + ", its files in "
				+ cluster.plan().work().resolve("nginx"));
		out.println("  Directory       " + cluster.directoryAddress());
		for (Node node : cluster.nodes()) {
			out.println("  " + node.name() + "           " + node.address() + ", management " + node.managementAddress()
					+ ", log " + node.log());
		}
		out.println();
		out.println("  Try             sign in, then kill a node, and continue in the browser; the node is restarted");
		for (Node node : cluster.nodes()) {
			out.println("                  kill -9 " + node.pid() + "   # " + node.name() + " (kill without -9: it "
					+ "drains first)");
		}
	}

	@Override
	public synchronized void happened(String what) {
		out.println("-- " + what);
		out.flush();
	}

	@Override
	public synchronized void served(String time, String nodes, String request, int status, long millis) {
		out.printf(Locale.ROOT, "%s  %-8s %d %5d ms  %s%n", time, nodes.isEmpty() ? "nginx" : nodes, status, millis,
				request);
		out.flush();
	}

	private void stop() {
		happened("Stopping");
		cleanup.run();
	}

	private static void await() {
		try {
			new CountDownLatch(1).await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
