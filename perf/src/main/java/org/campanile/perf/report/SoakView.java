package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;

/** {@code soak}: whether anything grows or slows as time goes by. */
record SoakView() implements ScenarioView {

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.P50, Figure.P99, Figure.MAX,
			Figure.FAILED, Figure.CPU_IDP, Figure.HEAP, Figure.RESIDENT, Figure.PAUSES);

	@Override
	public boolean tellsFacts() {
		return true;
	}

	@Override
	public List<Block> blocks(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		blocks.add(Tables.byFigure(run, "Throughput, latency and memory as time goes by", "stretch", FIGURES));
		blocks.addAll(FactTables.facts(run));
		Tables.measured(run)
			.forEach(cell -> blocks
				.add(new Beside(List.of(SecondsChart.logins(run, cell), SecondsChart.latency(run, cell)))));
		return List.copyOf(blocks);
	}

}
