package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.RunResult.CellResult;

/** Tables that all scenarios share. */
final class Tables {

	private Tables() {
	}

	/** Returns a table with cells as groups, figures as rows and steps as columns. */
	static Table byStep(MeasuredRun run, String caption, String corner, List<Figure> figures) {
		List<String> labels = Labels.of(run.result());
		List<Group> groups = measured(run).stream()
			.map(cell -> new Group(cell.name(), present(cell, withConditions(present(cell, figures))).stream()
				.map(figure -> new Row(figure.name(), labels.stream()
					.map(label -> RepeatedStep.of(cell, label).map(step -> step.print(figure)).orElse(Table.MISSING))
					.toList()))
				.toList()))
			.toList();
		return Table.grouped(run.caption(caption), corner, labels, groups).withNote(repeats(run));
	}

	/** Returns a table with cells as groups, steps as rows and figures as columns. */
	static Table byFigure(MeasuredRun run, String caption, String corner, List<Figure> figures) {
		List<Figure> known = known(run, withConditions(known(run, figures)));
		List<Group> groups = measured(run).stream()
			.map(cell -> new Group(cell.name(),
					RepeatedStep.of(cell)
						.stream()
						.map(step -> new Row(step.label(), known.stream().map(step::print).toList()))
						.toList()))
			.toList();
		return Table.grouped(run.caption(caption), corner, known.stream().map(Figure::name).toList(), groups)
			.withNote(repeats(run));
	}

	/** Returns the figures that any cell of the run has. */
	static List<Figure> known(MeasuredRun run, List<Figure> figures) {
		return figures.stream().filter(figure -> run.cells().stream().anyMatch(cell -> hasAny(cell, figure))).toList();
	}

	/** Adds the conditions to figures; without figures there are no conditions either. */
	private static List<Figure> withConditions(List<Figure> figures) {
		if (figures.isEmpty()) {
			return figures;
		}
		List<Figure> all = new ArrayList<>(figures);
		Figure.CONDITIONS.stream().filter(figure -> !all.contains(figure)).forEach(all::add);
		return all;
	}

	/** Returns the cells with at least one step. */
	static List<CellResult> measured(MeasuredRun run) {
		return run.cells().stream().filter(cell -> !cell.steps().isEmpty()).toList();
	}

	static boolean hasAny(CellResult cell, Figure figure) {
		return cell.steps().stream().mapToDouble(figure::of).anyMatch(Double::isFinite);
	}

	private static List<Figure> present(CellResult cell, List<Figure> figures) {
		return figures.stream().filter(figure -> hasAny(cell, figure)).toList();
	}

	private static String repeats(MeasuredRun run) {
		boolean repeated = run.steps().anyMatch(step -> step.repeat() > 1);
		return repeated ? "Median of the repeats, and their range." : "";
	}

}
