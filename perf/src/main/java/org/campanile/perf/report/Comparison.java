package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Note;
import org.campanile.perf.report.document.Section;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.CellResult;

/** Several runs of a scenario, side by side. */
final class Comparison {

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.P90, Figure.CPU_IDP);

	private Comparison() {
	}

	/** Empty for one run. */
	static Section of(List<MeasuredRun> runs) {
		List<Block> blocks = new ArrayList<>();
		if (runs.size() > 1) {
			List<String> letters = runs.stream().map(MeasuredRun::name).toList();
			for (Figure figure : FIGURES) {
				List<Group> groups = groups(runs, figure);
				if (!groups.isEmpty()) {
					blocks.add(Table.grouped("Runs side by side: " + figure.name(), "step", letters, groups));
				}
			}
			blocks.add(Note.remark("Runs were made at different times and perhaps on different machines: see their "
					+ "conditions before comparing them. Ratios are given within a run only."));
		}
		return new Section("Runs side by side", blocks);
	}

	private static List<Group> groups(List<MeasuredRun> runs, Figure figure) {
		Map<String, Map<String, Row>> cells = new LinkedHashMap<>();
		for (MeasuredRun run : runs) {
			for (CellResult cell : Tables.measured(run)) {
				Map<String, Row> rows = cells.computeIfAbsent(cell.name(), absent -> new LinkedHashMap<>());
				RepeatedStep.of(cell)
					.forEach(step -> rows.computeIfAbsent(step.label(), label -> new Row(label,
							runs.stream().map(other -> print(other, cell.name(), label, figure)).toList())));
			}
		}
		return cells.entrySet()
			.stream()
			.map(entry -> new Group(entry.getKey(), List.copyOf(entry.getValue().values())))
			.filter(group -> group.rows()
				.stream()
				.flatMap(row -> row.cells().stream())
				.anyMatch(text -> !text.equals(Table.MISSING)))
			.toList();
	}

	private static String print(MeasuredRun run, String cell, String label, Figure figure) {
		Optional<CellResult> same = run.cells().stream().filter(other -> other.name().equals(cell)).findFirst();
		return same.flatMap(found -> RepeatedStep.of(found, label))
			.map(step -> step.print(figure))
			.orElse(Table.MISSING);
	}

}
