package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.CellResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;

/** How the cells of a run relate to one of them. */
final class RatioTables {

	/** Those whose cells are up together and are measured in turns. */
	private static final Set<String> IN_TURNS = Set.of("baseline", "compare", "sessions");

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.P50, Figure.P90,
			Figure.CPU_IDP, Figure.CPU_SERVERS);

	private RatioTables() {
	}

	/** Nothing, unless there are two cells that have a step in common. */
	static List<Block> of(MeasuredRun run) {
		Optional<CellResult> base = baseline(run.result());
		if (base.isEmpty()) {
			return List.of();
		}
		List<Group> groups = new ArrayList<>();
		for (String label : Labels.of(run.result())) {
			List<Row> rows = RepeatedStep.of(base.get(), label)
				.map(step -> rows(run, base.get(), step))
				.orElse(List.of());
			if (!rows.isEmpty()) {
				groups.add(new Group("step " + label, rows));
			}
		}
		if (groups.isEmpty()) {
			return List.of();
		}
		Table table = Table.grouped(run.caption("Times the figure of the baseline cell: " + base.get().name()), "cell",
				FIGURES.stream().map(figure -> figure.name().replaceAll(", ms$", " latency")).toList(), groups);
		Table all = table.withNote("1.00 is the same. Each repeat is divided by the baseline's same repeat; median and "
				+ "range of these.");
		List<Row> peaks = peaks(run, base.get());
		if (groups.size() < 2 || peaks.isEmpty() || !Labels.areNumbers(Labels.of(run.result()))) {
			return withNotes(all, run.result());
		}
		Table peak = Table.measured(run.caption("Times the peak of the baseline cell: " + base.get().name()), "cell",
				List.of("peak logins/s"), peaks);
		return withNotes(new Beside(List.of(all, peak)), run.result());
	}

	private static List<Block> withNotes(Block ratios, RunResult run) {
		List<Block> blocks = new ArrayList<>(List.of(ratios));
		if (!IN_TURNS.contains(run.scenario())) {
			blocks.add(Note.remark("The cells of this run were measured one after the other, so these ratios hold what "
					+ "the machine did meanwhile as well. The scenarios compare and baseline measure in turns."));
		}
		blocks.add(noise(run));
		return blocks;
	}

	/** The one the options name, or one node with sessions in memory, or the first. */
	static Optional<CellResult> baseline(RunResult run) {
		List<CellResult> cells = run.cells().stream().filter(cell -> !cell.steps().isEmpty()).toList();
		String named = run.options().getOrDefault("baseline", "");
		return cells.stream()
			.filter(cell -> cell.name().equals(named))
			.findFirst()
			.or(() -> cells.stream().filter(cell -> cell.name().equals("one node, memory")).findFirst())
			.or(() -> cells.stream().findFirst());
	}

	/** What the machine itself changed by, below which a difference says nothing. */
	static Note noise(RunResult run) {
		return Spread.of(run.conditions().noise().stream().mapToDouble(Double::doubleValue))
			.filter(spread -> spread.count() > 1)
			.map(spread -> Note.plain("Noise: the same piece of work, done " + spread.count()
					+ " times between the steps, took " + Numbers.of(spread.median()) + " ms of processor time ("
					+ Numbers.of(spread.min()) + "–" + Numbers.of(spread.max()) + "), a spread of "
					+ Numbers.percent(spread.share()) + " %. A difference smaller than that says nothing."))
			.orElseGet(() -> Note.warning("No noise estimate: the controls were not repeated, so small differences "
					+ "cannot be told from noise."));
	}

	private static List<Row> rows(MeasuredRun run, CellResult base, RepeatedStep step) {
		List<Row> rows = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			if (cell != base) {
				RepeatedStep.of(cell, step.label())
					.ifPresent(other -> rows.add(new Row(cell.name(),
							FIGURES.stream().map(figure -> Numbers.of(other.ratio(step, figure), 2)).toList())));
			}
		}
		return rows;
	}

	/** Throughput alone has a peak that means something. */
	private static List<Row> peaks(MeasuredRun run, CellResult base) {
		double peak = peak(base);
		List<Row> rows = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			if (cell != base && peak > 0 && peak(cell) > 0) {
				rows.add(new Row(cell.name(), List.of(Numbers.of(peak(cell) / peak, 2))));
			}
		}
		return rows;
	}

	private static double peak(CellResult cell) {
		return RepeatedStep.of(cell)
			.stream()
			.mapToDouble(step -> step.median(Figure.LOGINS_PER_SECOND))
			.filter(Double::isFinite)
			.max()
			.orElse(0);
	}

}
