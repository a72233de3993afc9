package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/** Compares the stores, on one node and on three. */
final class Compare implements Scenario {

	static final String CLOSED = "closed";

	private static final String ONE_OF_THREE_SHARES = "one node of three times the share, ";

	/** The rates of the open loads, in percent of saturation. */
	private static final List<Integer> OPEN_PERCENT = List.of(50, 80);

	private static final int USERS = 25;

	private static final int PEOPLE = 10_000;

	private static final int SESSIONS = 100_000;

	private static final int REPEATS = 5;

	private static final double SHARE = 0.25;

	private static final Duration ROUND = Duration.ofMinutes(1);

	@Override
	public About about() {
		return new About("compare",
				"Every store on one node, on one with three times the processor share, and on three nodes, in turns.",
				List.of("The systems of a store, and one node with the memory store, are up at once and are measured in "
						+ "turns, in an order drawn anew for each round; ratios are within a round, given as median, "
						+ "lowest and highest. The stores follow one another.",
						"Nginx stands before every cell. Each node is held to a share of a core (--cpu-share, 0.25 unless "
								+ "asked otherwise): without that, nodes on one machine would show overhead alone.",
						"The open loops offer 50 and 80 per cent of what the same cell did in the closed loop."),
				false, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		LoadPlan load = closed(options, new Population(1));
		for (List<Cell> group : groups(options)) {
			group.forEach(cell -> planned.add(PlannedStep.start(cell.name())));
			group.forEach(cell -> planned.add(PlannedStep.warmUp(cell, options)));
			for (int round = 0; round < options.pace().repeats(REPEATS); round++) {
				for (Cell cell : group) {
					planned.add(PlannedStep.step(cell.name(), CLOSED, load));
					OPEN_PERCENT.forEach(percent -> planned.add(PlannedStep.step(cell.name(), open(percent), load)));
				}
			}
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		for (List<Cell> group : groups(run.options())) {
			try (SideBySide rounds = new SideBySide(run)) {
				measure(run.options(), rounds, group);
			}
		}
	}

	private static void measure(RunOptions options, SideBySide rounds, List<Cell> group)
			throws IOException, InterruptedException {
		Population people = Specs.people(options, PEOPLE);
		for (Cell cell : group) {
			rounds.start(cell);
		}
		rounds.warmUp(people, LoadPlan.Journey.LOGIN);
		for (Cell cell : group) {
			baselines(cell, group).stream()
				.filter(baseline -> !baseline.equals(cell))
				.forEach(baseline -> rounds.relate(cell.name(), baseline.name(), baseline.name()));
		}
		// The aim for several nodes is about the logins a second of all of them.
		rounds.measure(List.of(CLOSED), REPEATS, (cell, label) -> closed(options, people),
				List.of(SideBySide::cpu, Ratios::perSecond));
		Map<String, Integer> percents = new LinkedHashMap<>();
		OPEN_PERCENT.forEach(percent -> percents.put(open(percent), percent));
		rounds.measure(List.copyOf(percents.keySet()), REPEATS,
				(cell, label) -> LoadPlan.open(rounds.saturation(cell, CLOSED) * percents.getOrDefault(label, 0) / 100,
						Duration.ZERO, options.pace().scaled(ROUND), people));
	}

	/**
	 * Returns the cells to which a cell is related: the first cell of the group, the
	 * first one with the same store, and for several nodes the single node with as much
	 * processor share as all of them.
	 */
	private static Set<Cell> baselines(Cell cell, List<Cell> group) {
		Set<Cell> baselines = new LinkedHashSet<>(List.of(group.getFirst()));
		List<Cell> sameStore = group.stream().filter(other -> other.system().store() == cell.system().store()).toList();
		baselines.add(sameStore.getFirst());
		if (cell.system().nodes() > 1) {
			sameStore.stream().filter(other -> other.name().startsWith(ONE_OF_THREE_SHARES)).forEach(baselines::add);
		}
		return baselines;
	}

	private static String open(int percent) {
		return "open " + percent + " %";
	}

	private static LoadPlan closed(RunOptions options, Population people) {
		return LoadPlan.closed(options.selection().users(USERS).getFirst(), options.pace().scaled(ROUND), people);
	}

	/**
	 * Creates a system. The cells of a group are up at once, so that no node may take the
	 * heap of a whole machine: it gets a gigabyte for each of its processor shares.
	 */
	private static SystemSpec system(RunOptions options, Store store, int nodes, int shares, DirectorySpec directory) {
		double share = options.servers().cpuShare() > 0 ? options.servers().cpuShare() : SHARE;
		return Specs.system(options, store, nodes, directory)
			.withProxy()
			.withVirtualMachineOption("-Xmx" + shares + "g")
			.withCpuShare(shares * share);
	}

	/** Returns each store's groups of cells that are up together, the base first. */
	private static List<List<Cell>> groups(RunOptions options) {
		List<Store> stores = options.selection()
			.stores(Store.MEMORY, Store.JPA_DURABLE, Store.JPA_FAST, Store.HAZELCAST);
		List<List<Cell>> groups = new ArrayList<>();
		for (Store store : stores) {
			List<Cell> group = new ArrayList<>();
			if (store != Store.MEMORY && stores.contains(Store.MEMORY) && options.selection().nodes(1, 3).contains(1)) {
				group.add(cell(options, Store.MEMORY, 1, 1, memoryBeside(store)));
			}
			group.addAll(cells(options, store));
			if (!group.isEmpty()) {
				groups.add(group);
			}
		}
		Specs.some(groups.stream().flatMap(List::stream).toList(), "compare");
		return groups;
	}

	/** Names the cell with sessions in memory that is up beside a store's. */
	static String memoryBeside(Store store) {
		return Specs.name(1, Store.MEMORY) + ", beside " + store.label();
	}

	private static List<Cell> cells(RunOptions options, Store store) {
		List<Integer> nodes = options.selection().nodes(1, 3);
		List<Cell> cells = new ArrayList<>();
		for (int count : nodes) {
			if (Specs.possible(store, count)) {
				cells.add(cell(options, store, count, 1, Specs.name(count, store)));
			}
			if (count == 1 && nodes.contains(3)) {
				cells.add(cell(options, store, 1, 3, ONE_OF_THREE_SHARES + store.label()));
			}
		}
		return cells;
	}

	private static Cell cell(RunOptions options, Store store, int nodes, int shares, String name) {
		return new Cell(name, system(options, store, nodes, shares, Specs.directory(options, PEOPLE)),
				options.selection().sessions(SESSIONS).getFirst(), List.of());
	}

}
