package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;

/** The figures of a run that a reader wants to know first. */
final class Headline {

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.WHOLE_P99, Figure.CPU_IDP);

	private Headline() {
	}

	/** Returns each cell's best rate, its latency and cost, and the verdicts on aims. */
	static List<Block> of(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		List<Row> rows = Tables.measured(run).stream().flatMap(Headline::rows).toList();
		if (!rows.isEmpty()) {
			blocks.add(Table.measured(run.caption("In short: each cell at its step with the most logins"), "cell, step",
					FIGURES.stream().map(Figure::name).toList(), rows));
		}
		if (!run.result().aims().isEmpty()) {
			blocks.add(aims(run.caption("Aims"), run.result().aims()));
		}
		blocks.addAll(doubts(run));
		return List.copyOf(blocks);
	}

	/** Returns rows for logins and for sign-ons with a session, each by itself. */
	private static Stream<Row> rows(CellResult cell) {
		Map<String, RepeatedStep> best = new LinkedHashMap<>();
		RepeatedStep.of(cell)
			.forEach(step -> best.merge(step.repeats().getFirst().load().answering(), step,
					(one, other) -> rate(other) > rate(one) ? other : one));
		return best.values()
			.stream()
			.map(step -> new Row(cell.name() + ", " + step.label(), FIGURES.stream().map(step::print).toList()));
	}

	private static double rate(RepeatedStep step) {
		double rate = step.median(Figure.LOGINS_PER_SECOND);
		return Double.isFinite(rate) ? rate : 0;
	}

	/** Returns a table with a row for each aim, cell and step. */
	static Table aims(String caption, List<Judged> aims) {
		List<Row> rows = aims.stream()
			.map(judged -> new Row(judged.aim().description(), AimsReport.cells(judged),
					judged.verdict() == Verdict.MISSED))
			.toList();
		return Table.measured(caption, "what", AimsReport.COLUMNS, rows)
			.withNote(AimsReport.INTERVALS
					+ " Met: the whole interval is within the aim; missed: all of it is beyond; else, or "
					+ "with too few figures, not resolved.");
	}

	/**
	 * Returns notes on steps whose figures may be those of the generator, or of servers
	 * that are not warm.
	 */
	private static List<Block> doubts(MeasuredRun run) {
		List<Block> notes = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			List<StepResult> cold = cell.steps()
				.stream()
				.filter(step -> step.compiling() > StepResult.NOT_WARM)
				.toList();
			double most = cold.stream().mapToDouble(StepResult::compiling).max().orElse(0);
			if (!cold.isEmpty()) {
				notes.add(Note.warning(run.caption(cell.name() + ": the servers were not warm in " + cold.size()
						+ " of " + cell.steps().size() + " steps: up to " + Numbers.of(most * 100, 0)
						+ " % of their processor time went into compiling.")));
			}
			cell.steps()
				.stream()
				.collect(Collectors.groupingBy(StepResult::label, LinkedHashMap::new, Collectors.toList()))
				.forEach((label, repeats) -> doubt(repeats)
					.ifPresent(doubt -> notes.add(Note.warning(run.caption(cell.name() + ", step " + label + doubt)))));
		}
		return notes;
	}

	/** Returns why repeats of a step are doubtful, by the first that is. */
	private static Optional<String> doubt(List<StepResult> repeats) {
		List<StepResult> doubtful = repeats.stream().filter(step -> !step.doubts().isEmpty()).toList();
		return doubtful.stream()
			.findFirst()
			.map(first -> (repeats.size() > 1 ? " (" + doubtful.size() + " of " + repeats.size() + " repeats)" : "")
					+ ": " + String.join("; ", first.doubts()) + ".");
	}

	/** Separates the first chart from the other blocks. */
	static Plotted plotted(List<Block> blocks) {
		List<Block> others = new ArrayList<>();
		Optional<Chart> first = Optional.empty();
		for (Block block : blocks) {
			if (first.isEmpty() && block instanceof Chart chart && !chart.isEmpty()) {
				first = Optional.of(chart);
			}
			else if (first.isEmpty() && block instanceof Beside beside) {
				Plotted inner = plotted(beside.blocks());
				first = inner.plot();
				others.add(new Beside(inner.others()));
			}
			else {
				others.add(block);
			}
		}
		others.removeIf(block -> block instanceof Beside beside && beside.blocks().isEmpty());
		return new Plotted(first, List.copyOf(others));
	}

	/**
	 * Blocks, with the first chart set apart.
	 *
	 * @param plot the first chart; empty if there is none
	 * @param others all other blocks
	 */
	record Plotted(Optional<Chart> plot, List<Block> others) {
	}

}
