package org.campanile.perf.scenario;

import java.io.IOException;
import java.util.List;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * A scenario whose cells are started and measured one after the other, each with its
 * steps in order, as in the published tests.
 */
abstract class CellByCell implements Scenario {

	private final About about;

	/** Creates a scenario that can also measure a server elsewhere. */
	CellByCell(String name, String description, List<String> remarks) {
		this(new About(name, description, remarks, true, false));
	}

	CellByCell(About about) {
		this.about = about;
	}

	@Override
	public About about() {
		return about;
	}

	/** Returns the cells to measure with these options. */
	abstract List<Cell> cells(RunOptions options);

	/** Called after each step, to record further figures. */
	void measured(Run run, Cell cell, RunningSystem system, StepResult step) throws IOException {
		// Most scenarios have no further figures.
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		return PlannedStep.of(chosen(options), options);
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		for (Cell cell : chosen(run.options())) {
			try (RunningSystem started = run.start(cell.name(), cell.system())) {
				if (cell.sessions() > 0) {
					run.preload(cell.name(), started, cell.sessions());
				}
				RunningSystem system = started.by(cell.protocol());
				run.warmUp(cell.name(), system, cell.system().directory().people());
				if (cell.comesBack()) {
					run.warmUp(cell.name(), system, cell.system().directory().people(), LoadPlan.Journey.SSO);
				}
				measure(run, cell, system);
			}
		}
	}

	/** Measures the steps of a cell that is warm. */
	void measure(Run run, Cell cell, RunningSystem system) throws IOException, InterruptedException {
		for (Cell.Step step : cell.steps()) {
			measured(run, cell, system, run.measure(cell.name(), step.label(), system, step.load()));
		}
	}

	/** Returns the cells; a foreign server is one, as it cannot be configured here. */
	final List<Cell> chosen(RunOptions options) {
		List<Cell> all = Specs.some(cells(options), name());
		return options.external().map(target -> List.of(all.getFirst().named(target.name()))).orElse(all);
	}

}
