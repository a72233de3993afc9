package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.result.CellResult;

/** {@code startup} and {@code memory}: figures of cells alone, for nothing is loaded. */
record StartupView() implements ScenarioView {

	@Override
	public boolean tellsFacts() {
		return true;
	}

	@Override
	public List<Block> blocks(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>(FactTables.facts(run));
		List<CellResult> cells = run.cells();
		List<String> names = cells.stream()
			.flatMap(cell -> Fact.of(cell).stream())
			.map(Fact::name)
			.filter(name -> name.startsWith("seconds"))
			.distinct()
			.toList();
		List<Series> series = names.stream()
			.map(name -> new Series(name,
					IntStream.range(0, cells.size())
						.mapToObj(index -> new Point(index, value(cells.get(index), name)))
						.toList()))
			.toList();
		if (!series.isEmpty()) {
			blocks.add(new Beside(List.of(new Chart(run.caption("Start"), Shape.BARS, "", "s",
					cells.stream().map(CellResult::name).toList(), series))));
		}
		return List.copyOf(blocks);
	}

	private static double value(CellResult cell, String name) {
		return Fact.of(cell)
			.stream()
			.filter(fact -> fact.name().equals(name))
			.mapToDouble(Fact::value)
			.findFirst()
			.orElse(Double.NaN);
	}

}
