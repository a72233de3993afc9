package org.campanile.perf.environment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.sun.management.OperatingSystemMXBean;

import org.campanile.perf.load.ProtectedPages;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessRole;
import org.campanile.demo.cluster.Front;
import org.campanile.demo.cluster.Nginx;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;

/**
 * Puts a system together, part by part. Whoever uses it closes the surroundings if that
 * fails.
 */
final class Assembly {

	private static final int HEAP_LIMIT_MEGABYTES = 3_072;

	private final SystemSpec spec;

	private final Surroundings surroundings;

	private final Installation installation;

	private final List<MeasuredNode.Place> places = new ArrayList<>();

	private final Front front;

	Assembly(SystemSpec spec, Surroundings surroundings, Installation installation) {
		this.spec = spec;
		this.surroundings = surroundings;
		this.installation = installation;
		Ports ports = surroundings.ports();
		for (int node = 1; node <= spec.nodes(); node++) {
			places.add(new MeasuredNode.Place("node" + node, ports.near(0), ports.near(0)));
		}
		this.front = Front.plain(spec.proxied() ? ports.near(0) : places.getFirst().port());
	}

	RunningSystem start() throws IOException {
		surroundings.tell("store", spec.store().label());
		surroundings.tell("nodes", Integer.toString(spec.nodes()));
		Optional<PagesServer> pages = pages();
		VirtualServiceProvider service = pages.isPresent() ? pages.get().serviceProvider()
				: surroundings.serviceProvider();
		DirectoryServer directory = surroundings.directoryServer(spec.directory());
		SessionStore store = SessionStore.start(spec, surroundings);
		NodeHome home = NodeHome.write(surroundings.work().resolve("home"), front.baseUrl(), spec.proxied(),
				reached(directory), directory.certificate(), service);
		// Before the nodes, so that it ends after them: a group goes when nobody is in
		// it.
		Optional<ProcessorShares> shares = shares();
		List<MeasuredNode> nodes = nodes(home, store);
		shares.ifPresent(held -> held.of(nodes));
		proxy();
		tell(store);
		Path metadata = HttpFile.fetch(URI.create(front.baseUrl() + "/shibboleth"),
				surroundings.work().resolve("idp-metadata.xml"));
		Target target = TargetPreset.CAMPANILE.target(front.baseUrl(), metadata, service);
		return new StartedSystem(pages.isPresent() ? pages.get().open(target) : target, nodes, shares, store,
				surroundings);
	}

	/** Before the nodes: they are given its address. */
	private Optional<PagesServer> pages() throws IOException {
		if (!spec.pages()) {
			return Optional.empty();
		}
		PagesServer pages = surroundings.add(PagesServer.start(surroundings.work().resolve("pages")));
		surroundings.measure(pages.measured());
		surroundings.tell("service", ProtectedPages.COUNT + " protected pages of 14 KB, a process of its own");
		return Optional.of(pages);
	}

	private URI reached(DirectoryServer directory) throws IOException {
		URI address = directory.address();
		return URI.create(address.getScheme() + "://127.0.0.1:"
				+ surroundings.delayed(address.getPort(), spec.directoryLatency()));
	}

	private List<MeasuredNode> nodes(NodeHome home, SessionStore store) throws IOException {
		List<MeasuredNode> nodes = new ArrayList<>();
		// At once: no member of Hazelcast is ready alone.
		for (MeasuredNode.Place place : places) {
			Map<String, String> settings = new LinkedHashMap<>(store.ofNode(nodes.size() + 1));
			settings.putAll(spec.settings());
			MeasuredNode node = surroundings.add(MeasuredNode.start(place, installation.launched(spec.launch()),
					home.ofNode(surroundings.work().resolve(place.name())), options(), settings));
			nodes.add(node);
			surroundings.measure(node.measured());
		}
		// Ended all at once as well, before any is waited for.
		surroundings.add(() -> nodes.forEach(MeasuredNode::letGo));
		for (MeasuredNode node : nodes) {
			node.awaitReady();
		}
		return nodes;
	}

	/** Those that the spec asks for come last, so that they win. */
	private List<String> options() {
		List<String> options = new ArrayList<>();
		options.add("-Xmx" + Math.min(HEAP_LIMIT_MEGABYTES, memoryMegabytes() / 2 / spec.nodes()) + "m");
		options.add("-XX:+ExitOnOutOfMemoryError");
		if (spec.cpuShare() > 0) {
			// As in a container with that limit: told later, a virtual machine plans for
			// all processors.
			options.add("-XX:ActiveProcessorCount=" + Math.max(1, (int) Math.ceil(spec.cpuShare())));
		}
		options.addAll(spec.virtualMachineOptions());
		return options;
	}

	private static long memoryMegabytes() {
		return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
	}

	private void proxy() throws IOException {
		if (spec.proxied()) {
			Nginx proxy = surroundings.add(Nginx.start(surroundings.work().resolve("nginx"), front,
					places.stream().map(MeasuredNode.Place::upstream).toList()));
			surroundings.measure(new MeasuredProcess("nginx", ProcessRole.PROXY, proxy.pid()));
			surroundings.tell("nginx version", ProgramVersion.of(Program.NGINX.require(), "-v"));
		}
		surroundings.tell("proxy", spec.proxied() ? "nginx, as deploy/nginx configures it" : "none");
	}

	private Optional<ProcessorShares> shares() throws IOException {
		if (spec.cpuShare() <= 0) {
			surroundings.tell("processor share of a node", "no limit");
			return Optional.empty();
		}
		ProcessorShares shares = surroundings
			.add(new ProcessorShares(spec.cpuShare(), CpuShare.choose(), surroundings.work().resolve("cpu-share.log")));
		surroundings.tell("processor share of a node", shares.describe());
		return Optional.of(shares);
	}

	private void tell(SessionStore store) {
		surroundings.tell("virtual machine", System.getProperty("java.vm.name") + " "
				+ System.getProperty("java.vm.version") + " " + String.join(" ", options()));
		spec.settings().forEach(surroundings::tell);
		latency("directory", spec.directoryLatency());
		latency("database", store instanceof SessionStore.Database ? spec.storeLatency() : Duration.ZERO);
	}

	private void latency(String where, Duration latency) {
		if (!latency.isZero()) {
			surroundings.tell("latency added to the " + where, latency.toNanos() / 1e6 + " ms");
		}
	}

}
