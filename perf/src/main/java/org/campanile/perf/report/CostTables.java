package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.jspecify.annotations.Nullable;

/** Tables of the cost of a login: processor time by role, operations, bytes, memory. */
final class CostTables {

	/** Matches counters such as {@code stage sign: seconds}. */
	private static final Pattern STAGE = Pattern.compile("stage (.+): (?:seconds|times)");

	private static final List<Figure> PROCESSOR = List.of(Figure.CPU_IDP, Figure.COMPILING, Figure.CPU_DIRECTORY,
			Figure.CPU_DATABASE, Figure.CPU_PROXY, Figure.CPU_SERVICE, Figure.CPU_LOAD, Figure.BYTES);

	private static final List<Figure> MEMORY = List.of(Figure.HEAP, Figure.RESIDENT, Figure.COLLECTIONS, Figure.PAUSES);

	/**
	 * A note on the bytes of pages, which are not those on the wire: these are measured
	 * at one login and shown with the cell.
	 */
	private static final String BYTES = "Bytes of pages: the bodies of the answers, decompressed, without headers; "
			+ "of a request that was redirected the last answer alone.";

	private CostTables() {
	}

	static List<Block> of(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		Table cost = Tables.byFigure(run, "Cost of a login", "step", PROCESSOR);
		add(blocks, cost.columns().contains(Figure.BYTES.name()) ? cost.withNote((cost.note() + " " + BYTES).strip())
				: cost);
		Chart cpu = Charts.cpu(run);
		if (!cpu.isEmpty()) {
			blocks.add(new Beside(List.of(cpu)));
		}
		List<Figure> counted = run.steps()
			.flatMap(step -> step.counters().keySet().stream())
			.distinct()
			.sorted()
			.filter(name -> stage(name).isEmpty())
			.map(Figure::counted)
			.toList();
		add(blocks, Tables.byStep(run, "Counted by the servers, for each login", "counted", counted));
		add(blocks, stages(run));
		add(blocks, Tables.byFigure(run, "Memory of all nodes together, and collections", "step", MEMORY));
		return List.copyOf(blocks);
	}

	private static void add(List<Block> blocks, Table table) {
		if (!table.isEmpty() && !table.columns().isEmpty()) {
			blocks.add(table);
		}
	}

	/** Returns the stage of a counter, if it has one. */
	private static Optional<String> stage(String counter) {
		Matcher matcher = STAGE.matcher(counter);
		return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
	}

	/** Returns the average time that a login spends in each stage. */
	static List<Figure> stages(CellResult cell) {
		TreeSet<String> stages = new TreeSet<>();
		cell.steps()
			.forEach(step -> step.counters().keySet().forEach(counter -> stage(counter).ifPresent(stages::add)));
		return stages.stream().map(stage -> new Figure(stage + ", ms", 3, step -> millis(step, stage))).toList();
	}

	static Table stages(MeasuredRun run) {
		List<Figure> figures = run.cells()
			.stream()
			.map(cell -> stages(cell))
			.reduce(List.of(), (one, other) -> one.size() >= other.size() ? one : other);
		return Tables.byStep(run, "Average time in each stage of a login", "stage", figures);
	}

	/** Returns a stage's time for each login in ms, waiting included. */
	private static double millis(StepResult step, String stage) {
		@Nullable Double seconds = step.counters().get("stage " + stage + ": seconds");
		long answers = step.load().sound();
		return seconds == null || answers == 0 ? Double.NaN : seconds * 1_000 / answers;
	}

}
