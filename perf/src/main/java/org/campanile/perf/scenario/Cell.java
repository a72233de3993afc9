package org.campanile.perf.scenario;

import java.util.List;

import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;

/**
 * A configuration that a scenario measures.
 *
 * @param name unique in the scenario
 * @param system what is brought up for it
 * @param sessions how many are preloaded
 * @param steps what is measured of it, in order
 */
record Cell(String name, SystemSpec system, int sessions, List<Step> steps) {

	Cell {
		steps = List.copyOf(steps);
	}

	/**
	 * One step.
	 *
	 * @param label as its column is headed
	 * @param load what is put on
	 */
	record Step(String label, LoadPlan load) {
	}

	Cell named(String other) {
		return new Cell(other, system, sessions, steps);
	}

}
