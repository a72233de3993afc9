package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;

/** Hours of constant load: whether heap, threads and file descriptors remain constant. */
final class Soak extends CellByCell {

	private static final int SLICES = 16;

	private static final Duration SLICE = Duration.ofMinutes(30);

	private static final int USERS = 10;

	private static final int PEOPLE = 10_000;

	private static final Duration THINKING = Duration.ofMillis(200);

	Soak() {
		super(new About("soak", "Eight hours of the same load: heap after a collection, threads, descriptors, latency.",
				List.of("Sixteen slices of half an hour by the time scale; the heap is looked at after each, when a "
						+ "collection was asked for. Sessions end after ten minutes, so that by then as many end as begin."),
				false, false));
	}

	@Override
	void measured(Run run, Cell cell, RunningSystem system, StepResult step) throws IOException {
		run.facts(cell.name(), facts(step.label(), system));
	}

	private static Map<String, Double> facts(String label, RunningSystem system) throws IOException {
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put("slice %s, %s".formatted(label, CellResult.STORED), (double) system.storedBytes());
		for (MeasuredProcess process : system.processes()) {
			if (process.role() == ProcessRole.IDENTITY_PROVIDER) {
				Path state = Path.of("/proc", Long.toString(process.pid()));
				facts.put("slice %s, %s, %s".formatted(label, process.name(), CellResult.THREADS),
						entries(state.resolve("task")));
				facts.put("slice %s, %s, %s".formatted(label, process.name(), CellResult.DESCRIPTORS),
						entries(state.resolve("fd")));
			}
		}
		return facts;
	}

	private static double entries(Path folder) throws IOException {
		try (Stream<Path> entries = Files.list(folder)) {
			return entries.count();
		}
	}

	@Override
	List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		int nodes = options.selection().nodes(1).getFirst();
		LoadPlan load = LoadPlan
			.closed(options.selection().users(USERS).getFirst(), options.pace().scaled(SLICE), directory.people())
			.withThinkTime(THINKING);
		List<Cell.Step> steps = new ArrayList<>();
		for (int slice = 1; slice <= options.pace().repeats(SLICES); slice++) {
			steps.add(new Cell.Step(Integer.toString(slice), load));
		}
		return List.of(new Cell(Specs.name(nodes, store),
				Specs.shortSessions(Specs.system(options, store, nodes, directory)), 0, steps));
	}

}
