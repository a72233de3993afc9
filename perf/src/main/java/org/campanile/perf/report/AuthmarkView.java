package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.load.RequestKind;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.result.LatencyResult;
import org.campanile.perf.result.ProcessRole;

/** {@code authmark}: logins a minute, and how busy each tier was. */
record AuthmarkView() implements ScenarioView {

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND.as("logins/min", 0, 60),
			Figure.MEAN.as("avg of a login, s", 3, 1e-3),
			Figure.of(RequestKind.DELIVERY, "avg of its page, ms", 1, LatencyResult::mean),
			Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER), Figure.busy("proxy", ProcessRole.PROXY),
			Figure.busy("directory", ProcessRole.DIRECTORY), Figure.busy("database", ProcessRole.DATABASE),
			Figure.busy("service", ProcessRole.SERVICE), Figure.FAILED);

	@Override
	public List<Block> blocks(MeasuredRun run) {
		return List.of(Tables.byFigure(run, "Logins a minute, and processor time by tier", "users at once", FIGURES),
				new Beside(List.of(Charts.byStep(run, "Logins a minute", "users at once", FIGURES.getFirst()))));
	}

}
