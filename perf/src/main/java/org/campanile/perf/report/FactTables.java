package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.RunResult.CellResult;
import org.jspecify.annotations.Nullable;

/** Tables of a run's figures and settings that do not come from the load. */
final class FactTables {

	private FactTables() {
	}

	/** Returns tables of facts with a column for each cell or, for steps, each step. */
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

	/** Returns the settings of each cell. */
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

	/**
	 * A fact of a cell, whose name is taken apart: {@code 25, bytes} belongs to step 25,
	 * {@code slice 3, threads} to slice 3; extremes such as {@code bytes, lowest} belong
	 * to the fact {@code bytes}.
	 *
	 * @param step label of the step; empty if it belongs to none
	 * @param name name of the fact
	 * @param value its value; the median, if there are extremes
	 * @param printed the text with the extremes
	 */
	record Fact(String step, String name, double value, String printed) {

		private static final String LOWEST = ", lowest";

		private static final String HIGHEST = ", highest";

		private static final String MEDIAN = ", median";

		/** Returns all facts of a cell. */
		static List<Fact> of(CellResult cell) {
			List<String> labels = cell.steps()
				.stream()
				.map(step -> step.label())
				.distinct()
				.sorted(Comparator.comparingInt(String::length).reversed())
				.toList();
			List<Fact> facts = new ArrayList<>();
			cell.facts().forEach((key, value) -> {
				if (!isExtreme(cell.facts(), key)) {
					String base = without(key, MEDIAN);
					String printed = printed(cell.facts(), base, value);
					facts.add(labels.stream()
						.flatMap(label -> ofStep(label, base, value, printed).stream())
						.findFirst()
						.orElseGet(() -> new Fact("", base, value, printed)));
				}
			});
			return facts;
		}

		private static Optional<Fact> ofStep(String label, String base, double value, String printed) {
			return Stream.of(label + ", ", "slice " + label + ", ")
				.filter(base::startsWith)
				.map(prefix -> new Fact(label, base.substring(prefix.length()), value, printed))
				.findFirst();
		}

		private static String printed(Map<String, Double> facts, String base, double value) {
			@Nullable Double lowest = facts.get(base + LOWEST);
			@Nullable Double highest = facts.get(base + HIGHEST);
			return lowest == null || highest == null ? Numbers.of(value)
					: Numbers.range(Numbers.of(value), Numbers.of(lowest), Numbers.of(highest));
		}

		private static boolean isExtreme(Map<String, Double> facts, String key) {
			return Stream.of(LOWEST, HIGHEST)
				.filter(key::endsWith)
				.map(suffix -> without(key, suffix))
				.anyMatch(base -> facts.containsKey(base) || facts.containsKey(base + MEDIAN));
		}

		private static String without(String text, String suffix) {
			return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
		}

	}

}
