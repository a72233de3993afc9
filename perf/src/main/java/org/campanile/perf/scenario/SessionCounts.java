package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/** Measures whether a login costs more beside many sessions or many people. */
final class SessionCounts implements Scenario {

	private static final String LABEL = "login";

	private static final int USERS = 2;

	private static final int ROUNDS = 9;

	private static final int PEOPLE = 1_000_000;

	private static final int FEW = 100;

	private static final Duration ROUND = Duration.ofSeconds(20);

	@Override
	public About about() {
		return new About("sessions",
				"A login beside 0, 100,000 and 1,000,000 stored sessions in each store, and beside a million people.",
				List.of("The systems of a store are up at once and are measured in turns, in an order drawn anew for each "
						+ "round; ratios to the empty store are within a round, given as median, lowest and highest.",
						"Bytes a session are of the heap after a collection, or of tables with indexes."),
				false, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		for (List<Cell> group : groups(options)) {
			planned.addAll(PlannedStep.of(group, options));
			for (int round = 1; round < options.pace().repeats(ROUNDS); round++) {
				group.forEach(cell -> cell.steps()
					.forEach(step -> planned.add(PlannedStep.step(cell.name(), step.label(), step.load()))));
			}
		}
		return planned;
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		for (List<Cell> group : groups(run.options())) {
			try (SideBySide rounds = new SideBySide(run)) {
				measure(run, rounds, group);
			}
		}
	}

	private static void measure(Run run, SideBySide rounds, List<Cell> group) throws IOException, InterruptedException {
		for (Cell cell : group) {
			run.warmUp(cell.name(), rounds.start(cell), cell.system().directory().people());
		}
		for (Cell cell : group.subList(1, group.size())) {
			rounds.relate(cell.name(), group.getFirst().name(), group.getFirst().name());
		}
		rounds.measure(List.of(LABEL), ROUNDS,
				(name, label) -> group.stream()
					.filter(cell -> cell.name().equals(name))
					.findFirst()
					.orElseThrow()
					.steps()
					.getFirst()
					.load());
	}

	private static List<List<Cell>> groups(RunOptions options) {
		List<List<Cell>> groups = new ArrayList<>();
		int people = Specs.people(options, PEOPLE).size();
		DirectorySpec few = directory(options, Math.max(1, people / FEW));
		for (Store store : options.selection().stores(Store.MEMORY, Store.JPA_DURABLE, Store.HAZELCAST)) {
			List<Cell> group = new ArrayList<>();
			for (int sessions : options.selection().sessions(0, 100_000, 1_000_000)) {
				group.add(cell(options, "%s, %,d sessions".formatted(store.label(), sessions), store, few, sessions));
			}
			groups.add(group);
		}
		groups.add(List.of(cell(options, "memory, %,d people".formatted(few.people().size()), Store.MEMORY, few, 0),
				cell(options, "memory, %,d people".formatted(people), Store.MEMORY, directory(options, people), 0)));
		return groups;
	}

	/** Returns a directory of the same kind for few and many, to be comparable. */
	private static DirectorySpec directory(RunOptions options, int people) {
		DirectorySpec.Kind kind = Specs.directory(options, PEOPLE).kind();
		return new DirectorySpec(kind, new Population(people), false);
	}

	private static Cell cell(RunOptions options, String name, Store store, DirectorySpec directory, int sessions) {
		// A million sessions take 1.5 to 2 GB in the process: with a heap of less than
		// three times that, the collector marks all the time.
		SystemSpec system = Specs.system(options, store, 1, directory)
			.withVirtualMachineOption(store == Store.JPA_DURABLE ? "-Xmx3g" : "-Xmx6g");
		if (store == Store.MEMORY) {
			system = system.with("campanile.storage.memory.max-sessions", "2000000");
		}
		LoadPlan load = LoadPlan.closed(options.selection().users(USERS).getFirst(), options.pace().scaled(ROUND),
				directory.people());
		return new Cell(name, system, sessions, List.of(new Cell.Step(LABEL, load)));
	}

}
