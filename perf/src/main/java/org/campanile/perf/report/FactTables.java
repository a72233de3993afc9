package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.CellResult;

/** Figures and settings of cells that are not of the load. */
final class FactTables {

	private FactTables() {
	}

	/** Those of no step with a column for each cell, those of steps with one for each. */
	static List<Block> facts(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		Map<String, Map<String, String>> columns = new LinkedHashMap<>();
		for (CellResult cell : run.cells()) {
			Map<String, String> column = columns.computeIfAbsent(cell.name(), absent -> new LinkedHashMap<>());
			Fact.of(cell)
				.stream()
				.filter(fact -> fact.step().isEmpty())
				.forEach(fact -> column.put(fact.name(), fact.printed()));
		}
		blocks.addAll(table(run.caption("Other figures"), "figure", columns));
		Table bySteps = bySteps(run);
		if (!bySteps.isEmpty()) {
			blocks.add(bySteps);
		}
		return blocks;
	}

	/** What each cell ran with. */
	static List<Block> settings(MeasuredRun run) {
		Map<String, Map<String, String>> columns = new LinkedHashMap<>();
		run.cells().forEach(cell -> columns.put(cell.name(), cell.settings()));
		return table(run.caption("Settings of the cells"), "setting", columns);
	}

	private static Table bySteps(MeasuredRun run) {
		List<String> labels = Labels.of(run.result());
		Set<String> present = new LinkedHashSet<>();
		run.cells().forEach(cell -> Fact.of(cell).forEach(fact -> present.add(fact.step())));
		List<String> columns = labels.stream().filter(present::contains).toList();
		List<Group> groups = run.cells()
			.stream()
			.map(cell -> new Group(cell.name(), rows(Fact.of(cell), columns)))
			.filter(group -> !group.rows().isEmpty())
			.toList();
		return Table.grouped(run.caption("Other figures, by step"), "figure", columns, groups);
	}

	private static List<Row> rows(List<Fact> facts, List<String> columns) {
		return facts.stream()
			.filter(fact -> !fact.step().isEmpty())
			.map(Fact::name)
			.distinct()
			.map(name -> new Row(name,
					columns.stream()
						.map(label -> facts.stream()
							.filter(fact -> fact.step().equals(label) && fact.name().equals(name))
							.findFirst()
							.map(Fact::printed)
							.orElse(Table.MISSING))
						.toList()))
			.toList();
	}

	private static List<Block> table(String caption, String corner, Map<String, Map<String, String>> columns) {
		columns.values().removeIf(Map::isEmpty);
		Set<String> names = new LinkedHashSet<>();
		columns.values().forEach(column -> names.addAll(column.keySet()));
		if (names.isEmpty()) {
			return List.of();
		}
		List<Row> rows = names.stream()
			.map(name -> new Row(name,
					columns.values().stream().map(column -> column.getOrDefault(name, Table.MISSING)).toList()))
			.toList();
		return List.of(Table.measured(caption, corner, List.copyOf(columns.keySet()), rows));
	}

}
