package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.CellResult;

/** {@code stages}: where the time of a login goes. */
record StagesView() implements ScenarioView {

	@Override
	public boolean tellsFacts() {
		return true;
	}

	@Override
	public List<Block> blocks(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		Table table = StageCounters.table(run);
		if (table.groups().stream().anyMatch(group -> !group.rows().isEmpty())) {
			blocks.add(table);
		}
		blocks.addAll(FactTables.facts(run));
		Chart chart = chart(run);
		if (!chart.isEmpty()) {
			blocks.add(new Beside(List.of(chart)));
		}
		blocks.addAll(new StepsView().blocks(run));
		return List.copyOf(blocks);
	}

	private static Chart chart(MeasuredRun run) {
		List<String> categories = new ArrayList<>();
		Map<String, Map<Integer, Double>> stages = new LinkedHashMap<>();
		for (CellResult cell : run.cells()) {
			for (RepeatedStep step : RepeatedStep.of(cell)) {
				for (Figure stage : StageCounters.figures(cell)) {
					stages.computeIfAbsent(stage.name().replace(", ms", ""), absent -> new LinkedHashMap<>())
						.put(categories.size(), step.median(stage));
				}
				categories.add(cell.name() + ", " + step.label());
			}
		}
		List<Series> series = stages.entrySet()
			.stream()
			.map(stage -> new Series(stage.getKey(),
					IntStream.range(0, categories.size())
						.mapToObj(index -> new Point(index, stage.getValue().getOrDefault(index, Double.NaN)))
						.toList()))
			.toList();
		return new Chart(run.caption("Average time in each stage of a login"), Shape.STACKED_BARS, "", "ms", categories,
				series);
	}

}
