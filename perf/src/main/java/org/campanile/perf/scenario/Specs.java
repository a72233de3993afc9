package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;

/** Builds scenarios' configurations; options replace a scenario's own values. */
final class Specs {

	/** The largest population for UnboundID's server; more need too much memory. */
	private static final int EMBEDDED_AT_MOST = 100_000;

	private Specs() {
	}

	static Population people(RunOptions options, int own) {
		return new Population(options.servers().people() > 0 ? options.servers().people() : own);
	}

	static DirectorySpec directory(RunOptions options, int own) {
		Population people = people(options, own);
		DirectorySpec.Kind kind = options.servers()
			.directory()
			.orElse(people.size() > EMBEDDED_AT_MOST ? DirectorySpec.Kind.OPENLDAP : DirectorySpec.Kind.EMBEDDED);
		return new DirectorySpec(kind, people, false);
	}

	/**
	 * Creates a system. nginx stands in front of several nodes, and of a single one if an
	 * option asks for it or TLS ends there.
	 */
	static SystemSpec system(RunOptions options, Store store, int nodes, DirectorySpec directory) {
		RunOptions.ServerSettings servers = options.servers();
		SystemSpec spec = SystemSpec.oneNode(store, directory)
			.withNodes(nodes)
			.withCpuShare(servers.cpuShare())
			.withLatency(servers.directoryLatency(), servers.storeLatency())
			.initiatedBy(options.access().initiator(Initiator.SERVICE));
		if (options.probes().yourKit().isPresent()) {
			spec = spec.withVirtualMachineOption(options.probes().yourKit().get());
		}
		Tls tls = options.access().tls();
		boolean proxied = nodes > 1 || servers.proxied() || tls.end() == Tls.End.PROXY;
		return (proxied ? spec.withProxy() : spec).with(tls);
	}

	/**
	 * Adds short sessions, which end within a long measurement as they do on a campus:
	 * the sessions of hours of full load would fill any heap.
	 */
	static SystemSpec shortSessions(SystemSpec spec) {
		return spec.with("campanile.session.idle-timeout", "10m").with("campanile.session.lifetime", "10m");
	}

	/** Begins sign-ons by a link, as published, unless options say otherwise. */
	static List<Cell> byLink(RunOptions options, List<Cell> cells) {
		return cells.stream()
			.map(cell -> cell.with(cell.system().initiatedBy(options.access().initiator(Initiator.IDP))))
			.toList();
	}

	/** Applies {@link #shortSessions(SystemSpec)} to each cell. */
	static List<Cell> shortSessions(List<Cell> cells) {
		return cells.stream().map(cell -> cell.with(shortSessions(cell.system()))).toList();
	}

	/** Whether that many nodes can share the store. */
	static boolean possible(Store store, int nodes) {
		return nodes == 1 || store != Store.MEMORY;
	}

	/** Returns the cells, after a check that there are any. */
	static List<Cell> some(List<Cell> cells, String scenario) {
		if (cells.isEmpty()) {
			throw new IllegalArgumentException("--store and --nodes leave no cell of " + scenario
					+ ": several nodes cannot share the store memory");
		}
		return cells;
	}

	/** Returns the name of a cell, such as {@code three nodes, hazelcast}. */
	static String name(int nodes, Store store) {
		String count = switch (nodes) {
			case 1 -> "one node";
			case 2 -> "two nodes";
			case 3 -> "three nodes";
			default -> nodes + " nodes";
		};
		return count + ", " + store.label();
	}

	/** Returns steps with growing numbers of users, all of the same length. */
	static List<Cell.Step> closedSteps(RunOptions options, Population people, Duration published, Integer... users) {
		Duration length = options.pace().scaled(published);
		return options.selection()
			.users(users)
			.stream()
			.map(count -> new Cell.Step(Integer.toString(count), LoadPlan.closed(count, length, people)))
			.toList();
	}

	/** Returns cells with that store and number of nodes, or those of the options. */
	static List<Cell> cells(RunOptions options, DirectorySpec directory, List<Cell.Step> steps, Store own,
			int ownNodes) {
		List<Cell> cells = new ArrayList<>();
		for (Store store : options.selection().stores(own)) {
			for (int nodes : options.selection().nodes(ownNodes)) {
				if (possible(store, nodes)) {
					cells.add(new Cell(name(nodes, store), system(options, store, nodes, directory), 0, steps));
				}
			}
		}
		return cells;
	}

}
